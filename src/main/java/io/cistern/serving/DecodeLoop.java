package io.cistern.serving;

import io.cistern.cache.EncoderDecoderCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that works with a model and its cache: it lets waiting inputs join when rows are free, moves all of
 * them forward step by step, and answers those that end. A failing step fails the inputs in it and nobody else.
 */
public final class DecodeLoop implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DecodeLoop.class);

    private final String model;
    private final EncoderDecoderCache cache;
    private final DecodeBatch shared;
    private final Supplier<DecodeBatch> growing;
    private final List<DecodeBatch> references = new ArrayList<>();
    private final AdmissionQueue queue;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean closing;
    private volatile int rowsInUse;
    private volatile long stepStartedNanos;
    private volatile boolean stepping;

    /**
     * Starts the loop.
     *
     * @param shared the batch of the allocated cache
     * @param growing makes a batch with a growing cache of its own, for one verification
     * @param prepareThread runs on the decode thread before anything else
     */
    DecodeLoop(
            String model,
            EncoderDecoderCache cache,
            DecodeBatch shared,
            Supplier<DecodeBatch> growing,
            int queueCapacity,
            Runnable prepareThread) {
        this.model = model;
        this.cache = cache;
        this.shared = shared;
        this.growing = growing;
        this.queue = new AdmissionQueue(model, queueCapacity);
        this.thread = new Thread(() -> run(prepareThread), "decode-" + model);
        this.thread.setDaemon(true);
        this.thread.start();
    }

    /**
     * Queues all jobs of a request, or none.
     *
     * @throws QueueFullException if too many wait already
     * @throws ModelUnavailableException if the loop is shutting down or has died
     */
    void submit(List<DecodeJob> jobs) {
        queue.offer(jobs);
    }

    /** Returns the name of the model that this loop decodes. */
    public String model() {
        return model;
    }

    public EncoderDecoderCache cache() {
        return cache;
    }

    /** Returns the inputs that wait for rows. */
    public int queueSize() {
        return queue.size();
    }

    /** Returns the cache rows that inputs hold, as of the last step. */
    public int rowsInUse() {
        return rowsInUse;
    }

    /** Returns whether the loop takes or finishes requests. */
    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Returns how long the running step has been running; zero between steps. */
    public Duration stepAge() {
        long started = stepStartedNanos;
        return stepping ? Duration.ofNanos(System.nanoTime() - started) : Duration.ZERO;
    }

    /** Refuses further jobs; the returned future completes when those that were accepted have their answers. */
    CompletableFuture<Void> drain() {
        queue.close();
        return ended.copy();
    }

    /** Ends the loop after the step that runs; jobs without an answer fail. */
    @Override
    public void close() {
        closing = true;
        queue.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
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
            while (awaitWork()) {
                turn();
            }
        } catch (InterruptedException ex) {
            log.warn("Decode loop of model '{}' was interrupted", model);
        } catch (RuntimeException | Error ex) {
            log.error("Decode loop of model '{}' died", model, ex);
        } finally {
            end();
        }
    }

    private boolean awaitWork() throws InterruptedException {
        if (isIdle()) {
            queue.awaitJob();
        }
        return !closing && !(queue.isFinished() && isIdle());
    }

    private boolean isIdle() {
        return shared.isEmpty() && references.isEmpty();
    }

    private void turn() {
        stepStartedNanos = System.nanoTime();
        stepping = true;
        try {
            admit();
            step(shared);
            references.forEach(this::step);
            closeFinishedReferences();
        } finally {
            stepping = false;
            rowsInUse = cache.capacity().maxBatchSize() - cache.freeRows();
        }
    }

    /** Lets jobs join in their order; the first that does not fit waits, so that small ones never overtake it for ever. */
    private void admit() {
        DecodeJob job = queue.peek();
        while (job != null && join(job)) {
            queue.remove();
            job = queue.peek();
        }
    }

    private boolean join(DecodeJob job) {
        if (job.isDone()) {
            return true;
        }
        try {
            if (!shared.join(job.served())) {
                return false;
            }
            job.start();
            joinReference(job);
        } catch (RuntimeException ex) {
            job.fail(failure(ex));
        }
        return true;
    }

    private void joinReference(DecodeJob job) {
        DecodeEntry reference = job.reference();
        if (reference != null) {
            DecodeBatch batch = growing.get();
            references.add(batch);
            batch.join(reference);
        }
    }

    private void step(DecodeBatch batch) {
        if (batch.isEmpty()) {
            return;
        }
        try {
            batch.step();
        } catch (RuntimeException ex) {
            log.error("A step of model '{}' failed", model, ex);
            batch.fail(failure(ex));
        }
    }

    private void closeFinishedReferences() {
        references.stream().filter(DecodeBatch::isEmpty).forEach(DecodeBatch::close);
        references.removeIf(DecodeBatch::isEmpty);
    }

    private GenerationFailedException failure(RuntimeException cause) {
        return cause instanceof GenerationFailedException failed
                ? failed
                : new GenerationFailedException("a step of model '%s' failed".formatted(model), cause);
    }

    private void end() {
        ModelUnavailableException unavailable =
                new ModelUnavailableException("model '%s' has stopped".formatted(model));
        queue.abandon().forEach(job -> job.fail(unavailable));
        shared.fail(unavailable);
        for (DecodeBatch reference : references) {
            reference.fail(unavailable);
            reference.close();
        }
        references.clear();
        rowsInUse = 0;
        ended.complete(null);
    }
}
