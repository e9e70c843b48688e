package io.cistern.observability;

import io.cistern.serving.StepObserver;
import io.cistern.serving.StepObserver.Phase;
import io.cistern.serving.StepObservers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;

/** Times the program calls of every model by phase. */
final class StepTimers implements StepObservers {

    static final String DURATION = "cistern.step.duration";

    private final MeterRegistry registry;

    StepTimers(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public StepObserver of(String model) {
        Timer encode = timer(model, Phase.ENCODE);
        Timer decode = timer(model, Phase.DECODE);
        return (phase, duration, rows) -> (phase == Phase.ENCODE ? encode : decode).record(duration);
    }

    private Timer timer(String model, Phase phase) {
        return Timer.builder(DURATION)
                .description("Time of one piece of an encoder pass or one decoder step, over all rows in it")
                .tags("model", model, "phase", phase.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
