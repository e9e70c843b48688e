package io.cistern.api.connection;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that all answers in the making share: what is known of an answer and its connection is read and written
 * here only, so nothing is locked. Nothing that runs here may block.
 */
public final class ConnectionLoop implements Executor, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(ConnectionLoop.class);

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread loop = new Thread(task, "connections");
        loop.setDaemon(true);
        return loop;
    });
    private final Set<Pending> pending = new LinkedHashSet<>();
    private final Future<?> beats;

    /**
     * Starts the loop.
     *
     * @param heartbeat time between two looks at every connection
     */
    public ConnectionLoop(Duration heartbeat) {
        beats = thread.scheduleWithFixedDelay(
                () -> List.copyOf(pending).forEach(ConnectionLoop::beat),
                heartbeat.toNanos(),
                heartbeat.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private static void beat(Pending answer) {
        try {
            answer.beat();
        } catch (RuntimeException ex) {
            log.error("looking after a connection failed", ex);
        }
    }

    /** Runs a task on the loop; what has to do with one answer runs in the order in which it was given. */
    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** Runs a task on the loop and returns after it, and so after what the loop did before it; never called on the loop. */
    void await(Runnable task) {
        try {
            thread.submit(task).get();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException ex) {
            log.error("a task on the loop failed", ex.getCause());
        } catch (RejectedExecutionException closed) {
            // Nothing runs on the loop any more.
        }
    }

    /** Looks after an answer from now on; on the loop only, as {@link #remove}. */
    void add(Pending answer) {
        pending.add(answer);
    }

    void remove(Pending answer) {
        pending.remove(answer);
    }

    @Override
    public void close() {
        beats.cancel(false);
        thread.shutdown();
    }
}
