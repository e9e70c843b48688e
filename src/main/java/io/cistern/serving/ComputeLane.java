package io.cistern.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that computes for all models: libtorch gives every calling thread a team of its own, and two teams on
 * the same cores spin against each other. Those who have something to compute take turns, always the one that was
 * computed for the shortest time: a fair share of the cores for each. Being idle saves up nothing.
 */
public final class ComputeLane implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ComputeLane.class);

    /** One who takes turns, such as a model. */
    interface Tenant {

        /** Returns whether there is something to compute; asked often, by the lane's thread only. */
        boolean isReady();

        /** Computes a piece, as short as it can be. An exception ends the lane. */
        void turn();

        /** Is told that the lane ended because of an error, so that no turn will come any more. */
        void laneFailed();
    }

    private static final class Share {

        private final Tenant tenant;
        private long usedNanos;
        private boolean ready;

        Share(Tenant tenant) {
            this.tenant = tenant;
        }
    }

    private final List<Share> shares = new ArrayList<>();
    private final ProgramQueue programs = new ProgramQueue();
    private final LongSupplier nanoTime;
    private final Thread thread;
    private @Nullable Tenant running;
    private long leastUsedNanos;
    private boolean closing;
    private boolean failed;

    /**
     * Starts the thread.
     *
     * @param prepareThread runs on it before anything else
     */
    ComputeLane(Runnable prepareThread) {
        this(prepareThread, System::nanoTime);
    }

    ComputeLane(Runnable prepareThread, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        add(new Programs());
        thread = new Thread(() -> run(prepareThread), "compute");
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a program between the turns of the models. */
    public <T> CompletableFuture<T> compute(Supplier<T> program) {
        CompletableFuture<T> result = programs.add(program);
        wake();
        return result;
    }

    /** Runs a program and waits for its result. */
    <T> T await(Supplier<T> program) {
        try {
            return compute(program).join();
        } catch (CompletionException ex) {
            if (ex.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw ex;
        }
    }

    /** Lets somebody take turns from now on. */
    void add(Tenant tenant) {
        if (!admit(tenant)) {
            tenant.laneFailed();
        }
    }

    private synchronized boolean admit(Tenant tenant) {
        shares.add(new Share(tenant));
        notifyAll();
        return !failed;
    }

    /** Returns after the last turn of somebody. */
    synchronized void remove(Tenant tenant) {
        shares.removeIf(share -> share.tenant == tenant);
        awaitEndOf(() -> running == tenant);
    }

    /** Tells that somebody who had nothing to compute may have something now. */
    synchronized void wake() {
        notifyAll();
    }

    /** Ends the thread after the turn that runs. */
    @Override
    public synchronized void close() {
        closing = true;
        refusePrograms();
        notifyAll();
        awaitEndOf(() -> running != null);
    }

    private void refusePrograms() {
        programs.close(new ModelUnavailableException(ModelUnavailableException.Reason.STOPPED, "the service"));
    }

    private synchronized void awaitEndOf(BooleanSupplier turn) {
        boolean interrupted = false;
        while (turn.getAsBoolean() && Thread.currentThread() != thread) {
            try {
                wait();
            } catch (InterruptedException ex) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(Runnable prepareThread) {
        try {
            prepareThread.run();
            Share share = next();
            while (share != null) {
                long start = nanoTime.getAsLong();
                share.tenant.turn();
                share.usedNanos += nanoTime.getAsLong() - start;
                share = next();
            }
        } catch (InterruptedException | RuntimeException | Error ex) {
            fail(ex);
        }
    }

    /** Waits until somebody has something to compute; returns nobody when the lane is closed. */
    private synchronized @Nullable Share next() throws InterruptedException {
        rest();
        Share next = leastUsed();
        while (next == null && !closing) {
            wait();
            next = leastUsed();
        }
        if (next == null || closing) {
            return null;
        }
        running = next.tenant;
        leastUsedNanos = next.usedNanos;
        return next;
    }

    private synchronized void rest() {
        running = null;
        notifyAll();
    }

    private @Nullable Share leastUsed() {
        Share least = null;
        for (Share share : shares) {
            boolean ready = share.tenant.isReady();
            if (ready && !share.ready) {
                share.usedNanos = Math.max(share.usedNanos, leastUsedNanos);
            }
            share.ready = ready;
            if (ready && (least == null || share.usedNanos < least.usedNanos)) {
                least = share;
            }
        }
        return least;
    }

    /** Tells everybody before the log, since memory may be what ran out. */
    private void fail(Throwable cause) {
        rest();
        tenantsOfFailed().forEach(tenant -> tell(tenant, cause));
        log.error("The thread that computes died", cause);
    }

    /** One who fails at being told keeps nobody else from hearing it. */
    private static void tell(Tenant tenant, Throwable cause) {
        try {
            tenant.laneFailed();
        } catch (RuntimeException | Error ex) {
            cause.addSuppressed(ex);
        }
    }

    private synchronized List<Tenant> tenantsOfFailed() {
        failed = true;
        return shares.stream().map(share -> share.tenant).toList();
    }

    /** Programs of nobody in particular, such as the loading of a model. */
    private final class Programs implements Tenant {

        @Override
        public boolean isReady() {
            return !programs.isEmpty();
        }

        @Override
        public void turn() {
            programs.runNext();
        }

        @Override
        public void laneFailed() {
            refusePrograms();
        }
    }
}
