package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.serving.StepObserver;
import io.cistern.serving.StepObserver.Phase;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StepMetersTests {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StepObserver steps = new StepMeters(meters).of("echo");

    @Test
    void stepsAreTimedAndTheirRowsCountedByPhase() {
        steps.computed(Phase.ENCODE, Duration.ofMillis(30), 2);
        steps.computed(Phase.DECODE, Duration.ofMillis(4), 8);
        steps.computed(Phase.DECODE, Duration.ofMillis(6), 4);

        Timer decode = meters.get("cistern.step.duration")
                .tags("model", "echo", "phase", "decode")
                .timer();
        assertThat(decode.count()).isEqualTo(2);
        assertThat(decode.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(10);
        DistributionSummary rows = meters.get("cistern.step.rows")
                .tags("model", "echo", "phase", "decode")
                .summary();
        assertThat(rows.mean()).isEqualTo(6);
        assertThat(rows.max()).isEqualTo(8);
    }

    @Test
    void everyInputsWaitIsRecorded() {
        steps.started(Duration.ofMillis(20));
        steps.started(Duration.ofMillis(40));

        Timer wait = meters.get("cistern.queue.wait").tag("model", "echo").timer();
        assertThat(wait.count()).isEqualTo(2);
        assertThat(wait.max(TimeUnit.MILLISECONDS)).isEqualTo(40);
    }
}
