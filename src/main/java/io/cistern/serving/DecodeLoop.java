package io.cistern.serving;

import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.DecodingBatch;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.tokenization.TextTokenizer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works with one model and its cache, turn by turn on the compute lane: it lets waiting inputs join when rows are free,
 * moves all of them forward by a piece of the encoder or a step of the decoder, and answers those that end. A failing
 * step fails the inputs in it and nobody else.
 */
public final class DecodeLoop implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DecodeLoop.class);

    private final String id;
    private final EncoderDecoderModel model;
    private final EncoderDecoderCache cache;
    private final DecodingBatch shared;
    private final ReferenceRuns references;
    private final ProgramQueue programs = new ProgramQueue();
    private final AdmissionQueue queue;
    private final EncoderShare encoderShare;
    private final StepObserver observer;
    private final ComputeLane lane;
    private final ComputeLane.Tenant turns = new Turns();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private boolean ranProgram;
    private volatile boolean ready;
    private volatile boolean failed;
    private volatile int rowsInUse;
    private volatile long stepStartedNanos;
    private volatile boolean stepping;

    /**
     * Starts the loop, which takes no requests before it is opened.
     *
     * @param cache what the served jobs decode from; closed by its owner, after this loop
     * @param encoderShare largest part of the computing time that the encoder takes while rows decode
     */
    DecodeLoop(
            String id,
            EncoderDecoderModel model,
            EncoderDecoderCache cache,
            TextTokenizer tokenizer,
            int queueCapacity,
            double encoderShare,
            ComputeLane lane,
            StepObserver observer) {
        this.id = id;
        this.model = model;
        this.cache = cache;
        this.shared = new DecodingBatch(model, cache, tokenizer);
        this.references = new ReferenceRuns(() -> new DecodingBatch(model, model.growingCache(), tokenizer));
        this.queue = new AdmissionQueue(id, queueCapacity, this::freeRows, System::nanoTime, lane::wake);
        this.encoderShare = new EncoderShare(encoderShare);
        this.lane = lane;
        this.observer = observer;
        lane.add(turns);
    }

    /** Takes requests from now on: the model has answered its first one. */
    void open() {
        ready = true;
        queue.open();
    }

    /**
     * Reserves places for the inputs of a request, before anything is worked out for it.
     *
     * @throws QueueFullException if too many wait already
     * @throws ModelUnavailableException if the loop is not open
     */
    AdmissionQueue.Reservation reserve(int inputs) {
        return queue.reserve(inputs);
    }

    /** Queues a job of the service itself, also before the loop is open. */
    void submit(DecodeJob job) {
        queue.add(job);
    }

    /** Runs a program of this model between its steps. */
    <T> CompletableFuture<T> compute(Function<EncoderDecoderModel, T> program) {
        CompletableFuture<T> result = programs.add(() -> program.apply(model));
        lane.wake();
        return result;
    }

    /** Returns who is told of what happens here. */
    StepObserver observer() {
        return observer;
    }

    /** Returns the name of the model that this loop decodes. */
    public String model() {
        return id;
    }

    public EncoderDecoderCache cache() {
        return cache;
    }

    /** Returns the inputs that wait for rows, and the recordings of which no window decodes. */
    public int queueSize() {
        return queue.size();
    }

    /** Returns the cache rows that inputs hold since the step that runs, or after the last. */
    public int rowsInUse() {
        return rowsInUse;
    }

    private int freeRows() {
        return cache.capacity().maxBatchSize() - rowsInUse;
    }

    /** Returns the native arrays that the model holds. */
    public int nativeArrays() {
        return model.liveArrays();
    }

    /** Returns whether the model has answered its first request. */
    public boolean isReady() {
        return ready;
    }

    /** Returns whether the loop takes or finishes requests. */
    public boolean isRunning() {
        return !ended.isDone();
    }

    /** Returns whether the loop ended because of an error, and not because it was told to. */
    public boolean hasFailed() {
        return failed;
    }

    /** Returns how long the running step has been running; zero between steps. */
    public Duration stepAge() {
        return stepping ? Duration.ofNanos(System.nanoTime() - stepStartedNanos) : Duration.ZERO;
    }

    /** Refuses further requests; the returned future completes when those that were accepted have their answers. */
    CompletableFuture<Void> drain() {
        queue.close(ModelUnavailableException.Reason.SHUTTING_DOWN);
        lane.wake();
        return ended.copy();
    }

    /** Ends the loop after the step that runs; jobs without an answer fail. */
    @Override
    public void close() {
        queue.close(ModelUnavailableException.Reason.STOPPED);
        lane.remove(turns);
        end();
    }

    private final class Turns implements ComputeLane.Tenant {

        @Override
        public boolean isReady() {
            return !programs.isEmpty() || !isIdle() || isDrained();
        }

        @Override
        public void turn() {
            stepStartedNanos = System.nanoTime();
            stepping = true;
            try {
                compute();
            } catch (RuntimeException ex) {
                log.error("A turn of model '{}' failed", id, ex);
                failAll(ex);
            } finally {
                stepping = false;
                noteRows();
            }
            if (isDrained()) {
                end();
            }
        }

        @Override
        public void laneFailed() {
            failed = true;
            end();
        }
    }

    private boolean isIdle() {
        return queue.isEmpty() && shared.isEmpty() && references.isEmpty();
    }

    private boolean isDrained() {
        return isRunning() && queue.isFinished() && isIdle();
    }

    /** Programs and steps alternate. */
    private void compute() {
        shared.removeAbandoned();
        admit();
        noteRows();
        ranProgram = !programs.isEmpty() && (!ranProgram || isIdle());
        if (ranProgram) {
            programs.runNext();
        } else {
            step();
        }
    }

    private void noteRows() {
        rowsInUse = cache.capacity().maxBatchSize() - cache.freeRows();
    }

    private void step() {
        boolean decoding = shared.isDecoding();
        if (shared.isEncoding() && encoderShare.allows(decoding)) {
            Duration duration = timed(StepObserver.Phase.ENCODE, shared::encode);
            if (decoding) {
                encoderShare.encoded(duration);
            }
        } else {
            if (decoding) {
                encoderShare.decoded(timed(StepObserver.Phase.DECODE, shared::decode));
            }
            references.step();
        }
    }

    private Duration timed(StepObserver.Phase phase, IntSupplier program) {
        long start = System.nanoTime();
        int rows = program.getAsInt();
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        observer.computed(phase, duration, rows);
        return duration;
    }

    /** Lets jobs join in their order; the first that does not fit waits, so that small ones never overtake it for ever. */
    private void admit() {
        DecodeJob job = queue.peek();
        while (job != null && join(job)) {
            queue.remove(job);
            job = queue.peek();
        }
        if (job != null) {
            queue.noteFull();
        }
    }

    private boolean join(DecodeJob job) {
        try {
            if (!shared.tryJoin(job.served())) {
                return false;
            }
            job.start();
            references.join(job);
        } catch (RuntimeException ex) {
            job.fail(ex);
        }
        return true;
    }

    private void failAll(RuntimeException cause) {
        shared.failAll(cause);
        references.failAll(cause);
    }

    private synchronized void end() {
        ModelUnavailableException stopped =
                new ModelUnavailableException(ModelUnavailableException.Reason.STOPPED, "model '%s'".formatted(id));
        try {
            queue.abandon().forEach(job -> job.fail(stopped));
            programs.close(stopped);
            failAll(stopped);
            rowsInUse = 0;
        } finally {
            ended.complete(null);
        }
    }
}
