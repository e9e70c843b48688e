package io.cistern.observability;

import io.cistern.serving.StepObserver;
import io.cistern.serving.StepObservers;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Times the program calls of every model by phase. */
final class StepTimers implements StepObservers {

    private final MeterRegistry registry;

    StepTimers(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public StepObserver of(String model) {
        Map<StepObserver.Phase, Timer> timers = new EnumMap<>(StepObserver.Phase.class);
        for (StepObserver.Phase phase : StepObserver.Phase.values()) {
            timers.put(phase, timer(model, phase));
        }
        return (phase, duration) -> timers.get(phase).record(duration);
    }

    private Timer timer(String model, StepObserver.Phase phase) {
        return Timer.builder("cistern.step.duration")
                .description("Time of one program call over all rows in it")
                .tags("model", model, "phase", phase.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
