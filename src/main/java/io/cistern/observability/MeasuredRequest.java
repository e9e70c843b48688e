package io.cistern.observability;

import io.cistern.generation.Listening;
import io.micrometer.observation.Observation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request to a model, measured from its arrival to its end. */
final class MeasuredRequest {

    private final RequestMeters meters;
    private final String operation;
    private final String model;
    private final Observation observation;
    private final @Nullable Observation parent;
    private final long startedNanos = System.nanoTime();
    private final AtomicReference<@Nullable Duration> firstToken = new AtomicReference<>();
    private volatile Duration lastToken = Duration.ZERO;

    /** Measures with an observation that has begun; {@code parent} is told what was used. */
    MeasuredRequest(
            RequestMeters meters,
            String operation,
            String model,
            Observation observation,
            @Nullable Observation parent) {
        this.meters = meters;
        this.operation = operation;
        this.model = model;
        this.observation = observation;
        this.parent = parent;
    }

    /** Notes that a token was chosen. */
    void token() {
        Duration time = elapsed();
        lastToken = time;
        if (firstToken.compareAndSet(null, time)) {
            meters.recordFirstToken(operation, model, time);
        }
    }

    /**
     * Returns the same answer, which is there once it is counted: whoever has it sees it in the meters. Cancelling the
     * returned future cancels the one that was given.
     */
    <T> CompletableFuture<T> follow(CompletableFuture<T> answer, Function<T, RequestUsage> usage) {
        CompletableFuture<T> counted = new CompletableFuture<>() {
            /** Gives the work up before those who wait for the answer hear of it and take away what it reads. */
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return answer.cancel(mayInterruptIfRunning) || super.cancel(mayInterruptIfRunning);
            }
        };
        Listening.to(answer, (value, failure) -> {
            try {
                if (failure == null) {
                    answered(usage.apply(value));
                } else {
                    failed(failure);
                }
            } finally {
                if (failure == null) {
                    counted.complete(value);
                } else {
                    counted.completeExceptionally(failure);
                }
            }
        });
        return counted;
    }

    /** Ends a request that has no answer. */
    void failed(Throwable failure) {
        observation.error(failure);
        end(Outcome.of(failure), RequestUsage.NONE);
    }

    private void answered(RequestUsage usage) {
        meters.countTokens(model, "input", usage.inputTokens());
        meters.countTokens(model, "output", usage.outputTokens());
        recordLaterTokens(usage.steps());
        observation
                .highCardinalityKeyValue("gen_ai.usage.input_tokens", String.valueOf(usage.inputTokens()))
                .highCardinalityKeyValue("gen_ai.usage.output_tokens", String.valueOf(usage.outputTokens()));
        end(Outcome.of(null), usage);
    }

    private void recordLaterTokens(int steps) {
        Duration first = firstToken.get();
        if (first != null && steps > 1) {
            meters.recordOutputToken(operation, model, lastToken.minus(first).dividedBy(steps - 1));
        }
    }

    private void end(Outcome outcome, RequestUsage usage) {
        meters.count(model, outcome);
        if (parent != null) {
            parent.getContext().put(RequestSummary.class, new RequestSummary(model, outcome, usage));
        }
        observation
                .lowCardinalityKeyValue(RequestMeters.ERROR, outcome.reason())
                .stop();
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }
}
