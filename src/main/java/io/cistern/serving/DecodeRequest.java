package io.cistern.serving;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.GenerationAnswer.Verification;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs of one task, which succeed or fail together. */
final class DecodeRequest {

    private static final Logger log = LoggerFactory.getLogger(DecodeRequest.class);

    private final List<DecodeJob> jobs;
    private final CompletableFuture<Void> outcome = new CompletableFuture<>();

    DecodeRequest(List<DecodeJob> jobs) {
        this.jobs = List.copyOf(jobs);
        CompletableFuture.allOf(jobs.stream().map(this::watched).toArray(CompletableFuture[]::new))
                .thenRun(() -> outcome.complete(null));
    }

    private CompletableFuture<Void> watched(DecodeJob job) {
        return job.done().whenComplete((done, failure) -> {
            if (failure != null) {
                outcome.completeExceptionally(failure);
            }
        });
    }

    List<DecodeJob> jobs() {
        return jobs;
    }

    /** Waits for all jobs; when one fails, or the waiting thread is interrupted, the others are given up. */
    List<GenerationResult> await() {
        try {
            outcome.get();
            return jobs.stream().map(job -> job.result().join()).toList();
        } catch (ExecutionException ex) {
            throw unwrapped(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new GenerationFailedException("the wait for the answer was interrupted", ex);
        } finally {
            jobs.forEach(DecodeJob::cancel);
        }
    }

    /** Returns the comparison over all jobs, or nothing if it was not asked for. */
    @Nullable
    Verification verification() {
        return jobs.stream()
                .map(DecodeJob::verification)
                .filter(Objects::nonNull)
                .reduce(DecodeRequest::both)
                .orElse(null);
    }

    /** Returns when the first of the jobs got its rows, by the clock of {@link System#nanoTime()}. */
    long startedNanos() {
        return jobs.stream().mapToLong(DecodeJob::startedNanos).reduce(Long.MAX_VALUE, DecodeRequest::earlier);
    }

    private static long earlier(long left, long right) {
        return left == Long.MAX_VALUE || right - left < 0 ? right : left;
    }

    private static Verification both(Verification left, Verification right) {
        return new Verification(
                left.identical() && right.identical(),
                Math.max(left.largestLogitDifference(), right.largestLogitDifference()));
    }

    /** What a request asked wrongly or came at the wrong time for is told as it is; all else is a failed computation. */
    private static RuntimeException unwrapped(ExecutionException failure) {
        Throwable cause = cause(failure);
        if (cause instanceof CacheCapacityExceededException
                || cause instanceof InvalidGenerationConfigException
                || cause instanceof NoPossibleTokenException
                || cause instanceof ModelUnavailableException) {
            return (RuntimeException) cause;
        }
        log.error("A generation failed", cause);
        return new GenerationFailedException("the computation failed: " + cause.getMessage(), cause);
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapped = failure instanceof ExecutionException || failure instanceof CompletionException;
        return wrapped && cause != null ? cause(cause) : failure;
    }
}
