package io.cistern.observability;

import io.cistern.serving.StepObserver;
import io.cistern.serving.StepObservers;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/** Measures the program calls of every model by phase, and how long inputs wait for their rows. */
final class StepMeters implements StepObservers {

    static final String DURATION = "cistern.step.duration";
    static final String QUEUE_WAIT = "cistern.queue.wait";

    private final MeterRegistry registry;

    StepMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public StepObserver of(String model) {
        return new ModelMeters(
                phase(model, StepObserver.Phase.ENCODE), phase(model, StepObserver.Phase.DECODE), queueWait(model));
    }

    private PhaseMeters phase(String model, StepObserver.Phase phase) {
        Tags tags = Tags.of("model", model, "phase", phase.name().toLowerCase(Locale.ROOT));
        return new PhaseMeters(
                Timer.builder(DURATION)
                        .description("Time of one piece of an encoder pass or one decoder step, over all rows in it")
                        .tags(tags)
                        .register(registry),
                DistributionSummary.builder("cistern.step.rows")
                        .description("Rows that were computed together; none of them is padding")
                        .tags(tags)
                        .register(registry));
    }

    private Timer queueWait(String model) {
        return Timer.builder(QUEUE_WAIT)
                .description("Time until an input got its cache rows")
                .tag("model", model)
                .register(registry);
    }

    private record PhaseMeters(Timer duration, DistributionSummary rows) {}

    private record ModelMeters(PhaseMeters encode, PhaseMeters decode, Timer queueWait) implements StepObserver {

        @Override
        public void computed(Phase phase, Duration duration, int rows) {
            PhaseMeters meters = phase == Phase.ENCODE ? encode : decode;
            meters.duration().record(duration);
            meters.rows().record(rows);
        }

        @Override
        public void started(Duration queued) {
            queueWait.record(queued);
        }
    }
}
