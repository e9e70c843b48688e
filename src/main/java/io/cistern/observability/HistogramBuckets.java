package io.cistern.observability;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The bucket bounds of the timers that percentiles are taken from. Those of {@code gen_ai} meters are OpenTelemetry's
 * (open-telemetry/semantic-conventions, docs/gen-ai/gen-ai-metrics.md).
 */
final class HistogramBuckets implements MeterFilter {

    /** 10 ms and then twice as much up to 82 s. */
    private static final double[] REQUEST =
            DoubleStream.iterate(0.01, bound -> 2 * bound).limit(14).toArray();

    private static final double[] FIRST_TOKEN = {
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10
    };
    private static final double[] OUTPUT_TOKEN = {0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5
    };

    /** A step of a tiny model takes less than a millisecond. */
    private static final double[] STEP = {0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5};

    private static final Map<String, double[]> SECONDS = Map.of(
            RequestMeters.DURATION, REQUEST,
            RequestMeters.TIME_TO_FIRST_TOKEN, FIRST_TOKEN,
            RequestMeters.TIME_PER_OUTPUT_TOKEN, OUTPUT_TOKEN,
            StepMeters.QUEUE_WAIT, FIRST_TOKEN,
            StepMeters.DURATION, STEP);

    @Override
    public @Nullable DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        double[] bounds = SECONDS.get(id.getName());
        return bounds == null
                ? config
                : DistributionStatisticConfig.builder()
                        .serviceLevelObjectives(nanoseconds(bounds))
                        .build()
                        .merge(config);
    }

    private static double[] nanoseconds(double[] seconds) {
        return Arrays.stream(seconds)
                .map(bound -> bound * TimeUnit.SECONDS.toNanos(1))
                .toArray();
    }
}
