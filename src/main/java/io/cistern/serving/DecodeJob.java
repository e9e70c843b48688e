package io.cistern.serving;

import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.serving.GenerationAnswer.Verification;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One input of a request on its way through a decode loop, with the second run that verifies it if that is wanted. */
final class DecodeJob {

    private final GenerationJob served;
    private final @Nullable GenerationJob reference;
    private final @Nullable LogitsComparison comparison;
    private final StepObserver observer;
    private final long queuedNanos = System.nanoTime();
    private volatile long startedNanos;
    private volatile boolean started;

    private DecodeJob(
            GenerationJob served,
            @Nullable GenerationJob reference,
            @Nullable LogitsComparison comparison,
            StepObserver observer) {
        this.served = served;
        this.reference = reference;
        this.comparison = comparison;
        this.observer = observer;
    }

    static DecodeJob of(GenerationJob job, StepObserver observer) {
        return new DecodeJob(job, null, null, observer);
    }

    /** Makes a job that also runs alone with a growing cache, step by step beside the served run. */
    static DecodeJob verified(GenerationJob job, StepObserver observer) {
        LogitsComparison comparison = new LogitsComparison();
        return new DecodeJob(
                job.withObserver(comparison::addServed),
                new GenerationJob(job.source(), job.config()).withObserver(comparison::addReference),
                comparison,
                observer);
    }

    GenerationJob served() {
        return served;
    }

    @Nullable
    GenerationJob reference() {
        return reference;
    }

    /** Returns whether the second run has to wait for the served one, which has more to compute. */
    boolean isReferenceAhead() {
        return comparison != null && comparison.isReferenceAhead() && !isDone();
    }

    CompletableFuture<GenerationResult> result() {
        return served.result();
    }

    /** Notes that rows were leased for it. */
    void start() {
        startedNanos = System.nanoTime();
        started = true;
        observer.started(Duration.ofNanos(startedNanos - queuedNanos));
    }

    boolean hasStarted() {
        return started;
    }

    /** Returns when rows were leased for it, by the clock of {@link System#nanoTime()}. */
    long startedNanos() {
        return startedNanos;
    }

    /** Returns a future of both runs. */
    CompletableFuture<Void> done() {
        return reference == null
                ? result().thenAccept(value -> {})
                : CompletableFuture.allOf(result(), reference.result());
    }

    /** Returns how the two runs compare, once both are done. */
    @Nullable
    Verification verification() {
        if (reference == null || comparison == null) {
            return null;
        }
        return new Verification(sameTokens(result().join(), reference.result().join()), comparison.largestDifference());
    }

    private static boolean sameTokens(GenerationResult left, GenerationResult right) {
        return Arrays.deepEquals(tokens(left), tokens(right));
    }

    private static int[][] tokens(GenerationResult result) {
        return result.sequences().stream().map(GeneratedSequence::tokenIds).toArray(int[][]::new);
    }

    boolean isDone() {
        return result().isDone();
    }

    boolean hasSucceeded() {
        return isDone() && !result().isCompletedExceptionally();
    }

    void fail(RuntimeException cause) {
        result().completeExceptionally(cause);
        if (reference != null) {
            reference.result().completeExceptionally(cause);
        }
    }

    void cancel() {
        result().cancel(false);
        if (reference != null) {
            reference.result().cancel(false);
        }
    }
}
