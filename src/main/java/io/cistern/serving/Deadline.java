package io.cistern.serving;

import io.cistern.serving.DeadlineExceededException.Phase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The time after which there must be a result. */
record Deadline(Duration limit) {

    /** Fails a result that is not there in time; whoever works at it sees that and stops. */
    void applyTo(CompletableFuture<?> result, BooleanSupplier started) {
        CompletableFuture<Object> timer = new CompletableFuture<>().orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS);
        timer.exceptionally(expired -> {
            Phase phase = started.getAsBoolean() ? Phase.DECODING : Phase.QUEUED;
            return result.completeExceptionally(new DeadlineExceededException(phase, limit));
        });
        result.whenComplete((value, failure) -> timer.complete(limit));
    }
}
