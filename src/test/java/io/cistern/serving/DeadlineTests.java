package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cistern.serving.DeadlineExceededException.Bound;
import io.cistern.serving.DeadlineExceededException.Phase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeadlineTests {

    private static final long PATIENCE_SECONDS = 20;
    private static final DeadlineProperties PROPERTIES =
            new DeadlineProperties(Duration.ofMillis(10), Duration.ofMinutes(30));

    private final CompletableFuture<String> result = new CompletableFuture<>();

    @Test
    void aRequestThatAsksForNoTimeGetsTheDefault() {
        PROPERTIES.deadline(null).applyTo(result, () -> false);
        assertExceeded(Phase.QUEUED, Bound.SERVICE, "no answer within PT0.01S (cistern.deadline.default)");
    }

    @Test
    void aRequestThatAsksForTimeGetsIt() {
        PROPERTIES.deadline(Duration.ofMillis(20)).applyTo(result, () -> true);
        assertExceeded(Phase.DECODING, Bound.REQUEST, "no answer within PT0.02S (X-Request-Timeout)");
    }

    @Test
    void theWaitForAStartHasTheTimeToo() {
        PROPERTIES.deadline().applyToStart(result, () -> false);
        assertExceeded(Phase.QUEUED, Bound.SERVICE, "still queued");
    }

    @Test
    void whatHasStartedInTimeMayTakeLonger() {
        CompletableFuture<String> started = new CompletableFuture<>();
        PROPERTIES.deadline().applyToStart(started, () -> true);
        PROPERTIES.deadline(Duration.ofMillis(100)).applyTo(result, () -> true);
        assertExceeded(Phase.DECODING, Bound.REQUEST, "being decoded");
        assertThat(started).isNotDone();
    }

    private void assertExceeded(Phase phase, Bound bound, String message) {
        assertThatThrownBy(() -> result.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(DeadlineExceededException.class, ex -> {
                    assertThat(ex.phase()).isEqualTo(phase);
                    assertThat(ex.bound()).isEqualTo(bound);
                    assertThat(ex).hasMessageContaining(message);
                });
    }
}
