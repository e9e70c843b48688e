package io.cistern.serving;

import io.cistern.generation.Listening;
import io.cistern.serving.DeadlineExceededException.Bound;
import io.cistern.serving.DeadlineExceededException.Phase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The time after which there must be a result.
 *
 * @param bound who set the time
 */
record Deadline(Duration limit, Bound bound) {

    /** Fails a result that is not there in time; whoever works at it sees that and stops. */
    void applyTo(CompletableFuture<?> result, BooleanSupplier started) {
        whenPassed(result, () -> fail(result, started.getAsBoolean() ? Phase.DECODING : Phase.QUEUED));
    }

    /** Fails a result that nobody began to work at in time; what has begun may take longer. */
    void applyToStart(CompletableFuture<?> result, BooleanSupplier started) {
        whenPassed(result, () -> {
            if (!started.getAsBoolean()) {
                fail(result, Phase.QUEUED);
            }
        });
    }

    private void whenPassed(CompletableFuture<?> result, Runnable action) {
        CompletableFuture<Object> timer = new CompletableFuture<>().orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS);
        timer.exceptionally(expired -> {
            action.run();
            return limit;
        });
        Listening.to(result, (value, failure) -> timer.complete(limit));
    }

    private void fail(CompletableFuture<?> result, Phase phase) {
        result.completeExceptionally(new DeadlineExceededException(phase, limit, bound));
    }
}
