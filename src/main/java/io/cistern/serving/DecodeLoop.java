package io.cistern.serving;

import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationJob;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.tokenization.TextTokenizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that works with a model and its cache: it lets waiting inputs join when rows are free, moves all of
 * them forward step by step, and answers those that end. A failing step fails the inputs in it and nobody else.
 */
public final class DecodeLoop implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DecodeLoop.class);

    private final String id;
    private final EncoderDecoderModel model;
    private final EncoderDecoderCache cache;
    private final DecodingBatch shared;
    private final TextTokenizer tokenizer;
    private final List<DecodingBatch> references = new ArrayList<>();
    private final AdmissionQueue queue;
    private final Thread thread;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean closing;
    private volatile boolean failed;
    private volatile int rowsInUse;
    private volatile long stepStartedNanos;
    private volatile boolean stepping;

    /**
     * Starts the loop.
     *
     * @param cache what the served jobs decode from; closed by its owner, after this loop
     * @param prepareThread runs on the decode thread before anything else
     */
    DecodeLoop(
            String id,
            EncoderDecoderModel model,
            EncoderDecoderCache cache,
            TextTokenizer tokenizer,
            int queueCapacity,
            Runnable prepareThread) {
        this.id = id;
        this.model = model;
        this.cache = cache;
        this.tokenizer = tokenizer;
        this.shared = new DecodingBatch(model, cache, tokenizer);
        this.queue = new AdmissionQueue(id, queueCapacity);
        this.thread = new Thread(() -> run(prepareThread), "decode-" + id);
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
        return id;
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

    /** Returns the native arrays that the model holds. */
    public int nativeArrays() {
        return model.liveArrays();
    }

    /** Returns whether the loop takes or finishes requests. */
    public boolean isRunning() {
        return thread.isAlive();
    }

    /** Returns whether the loop ended because of an error, and not because it was told to. */
    public boolean hasFailed() {
        return failed;
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
            log.warn("Decode loop of model '{}' was interrupted", id);
        } catch (RuntimeException | Error ex) {
            failed = true;
            log.error("Decode loop of model '{}' died", id, ex);
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
            shared.step();
            references.forEach(DecodingBatch::step);
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
            if (!shared.tryJoin(job.served())) {
                return false;
            }
            job.start();
            joinReference(job);
        } catch (RuntimeException ex) {
            job.fail(ex);
        }
        return true;
    }

    /** Verification decodes alone, in a batch and a cache of its own, one step for each of the served job's. */
    private void joinReference(DecodeJob job) {
        GenerationJob reference = job.reference();
        if (reference != null) {
            DecodingBatch batch = new DecodingBatch(model, model.growingCache(), tokenizer);
            references.add(batch);
            batch.tryJoin(reference);
        }
    }

    private void closeFinishedReferences() {
        references.removeIf(batch -> {
            boolean finished = batch.isEmpty();
            if (finished) {
                batch.close();
            }
            return finished;
        });
    }

    private void end() {
        ModelUnavailableException unavailable = new ModelUnavailableException("model '%s' has stopped".formatted(id));
        queue.abandon().forEach(job -> job.fail(unavailable));
        shared.failAll(unavailable);
        for (DecodingBatch reference : references) {
            reference.failAll(unavailable);
            reference.close();
        }
        references.clear();
        rowsInUse = 0;
        ended.complete(null);
    }
}
