package io.cistern.observability;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;

/** The meters of requests to models. Names that begin with {@code gen_ai} are OpenTelemetry's, and so are their tags. */
final class RequestMeters {

    /** Also the name of the observation that becomes the span of a request. */
    static final String DURATION = "gen_ai.server.request.duration";

    static final String TIME_TO_FIRST_TOKEN = "gen_ai.server.time_to_first_token";
    static final String TIME_PER_OUTPUT_TOKEN = "gen_ai.server.time_per_output_token";

    static final String OPERATION = "gen_ai.operation.name";
    static final String MODEL = "gen_ai.request.model";
    static final String ERROR = "error.type";

    private final MeterRegistry meters;
    private final ObservationRegistry observations;

    RequestMeters(MeterRegistry meters, ObservationRegistry observations) {
        this.meters = meters;
        this.observations = observations;
    }

    /** Begins to measure a request, as a part of what the calling thread does. */
    MeasuredRequest begin(String operation, String model) {
        Observation observation = Observation.createNotStarted(DURATION, observations)
                .contextualName(operation + " " + model)
                .lowCardinalityKeyValue(OPERATION, operation)
                .lowCardinalityKeyValue(MODEL, model);
        return new MeasuredRequest(this, operation, model, observation.start(), observations.getCurrentObservation());
    }

    void count(String model, Outcome outcome) {
        Counter.builder("cistern.requests")
                .description("Requests to a model by outcome")
                .tags("model", model, "outcome", outcome.name(), "reason", outcome.reason())
                .register(meters)
                .increment();
    }

    void countTokens(String model, String type, int count) {
        Counter.builder("cistern.tokens")
                .description("Tokens encoded and tokens returned")
                .tags("model", model, "type", type)
                .register(meters)
                .increment(count);
    }

    void countAudio(String model, double seconds) {
        Counter.builder("cistern.audio")
                .description("Length of the recordings that were transcribed")
                .baseUnit("seconds")
                .tag("model", model)
                .register(meters)
                .increment(seconds);
    }

    void recordFirstToken(String operation, String model, Duration time) {
        Timer.builder(TIME_TO_FIRST_TOKEN)
                .description("Time from a request's arrival to its first token; beam search has none before its end")
                .tags(OPERATION, operation, MODEL, model)
                .register(meters)
                .record(time);
    }

    void recordOutputToken(String operation, String model, Duration time) {
        Timer.builder(TIME_PER_OUTPUT_TOKEN)
                .description("Mean time of each token after the first, in the longest sequence of a request")
                .tags(OPERATION, operation, MODEL, model)
                .register(meters)
                .record(time);
    }
}
