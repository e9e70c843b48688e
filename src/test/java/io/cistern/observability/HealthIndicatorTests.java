package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.serving.DecodeLoop;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class HealthIndicatorTests {

    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(120);

    private final EncoderDecoderCache cache = mock(EncoderDecoderCache.class);
    private final DecodeLoop loop = mock(DecodeLoop.class);

    @BeforeEach
    void runningLoop() {
        given(cache.capacity()).willReturn(new CacheCapacity(4, 8, 8));
        given(cache.allocations()).willReturn(4L);
        given(loop.model()).willReturn("echo");
        given(loop.cache()).willReturn(cache);
        given(loop.isRunning()).willReturn(true);
        given(loop.stepAge()).willReturn(STALL_TIMEOUT);
    }

    @Test
    void aRunningLoopIsUpEverywhere() {
        assertThat(decodeHealth().getStatus()).isEqualTo(Status.UP);
        assertThat(ModelHealthIndicator.running(List.of(loop)).health().getStatus())
                .isEqualTo(Status.UP);
        assertThat(new CacheHealthIndicator(List.of(loop)).health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void startupIsOverWhenEveryModelHasAnswered() {
        ModelHealthIndicator indicator = ModelHealthIndicator.warmedUp(List.of(loop));
        assertThat(indicator.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

        given(loop.isReady()).willReturn(true);
        assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void aStepThatDoesNotEndTurnsLivenessDown() {
        given(loop.stepAge()).willReturn(STALL_TIMEOUT.plusMillis(1));

        assertThat(decodeHealth().getStatus()).isEqualTo(Status.DOWN);
        assertThat(decodeHealth().getDetails().get("echo")).asString().contains("PT2M", "cistern.stall-timeout");
    }

    @Test
    void aDeadLoopTurnsLivenessAndReadinessDown() {
        given(loop.hasFailed()).willReturn(true);
        given(loop.isRunning()).willReturn(false);

        assertThat(decodeHealth().getStatus()).isEqualTo(Status.DOWN);
        assertThat(ModelHealthIndicator.running(List.of(loop)).health().getStatus())
                .isEqualTo(Status.DOWN);
    }

    @Test
    void aLoopThatWasToldToStopLeavesLivenessUp() {
        given(loop.isRunning()).willReturn(false);
        given(loop.stepAge()).willReturn(Duration.ZERO);

        assertThat(decodeHealth().getStatus()).isEqualTo(Status.UP);
        assertThat(ModelHealthIndicator.running(List.of(loop)).health().getStatus())
                .isEqualTo(Status.DOWN);
    }

    @Test
    void aBufferAllocatedAfterStartTurnsTheCacheDown() {
        CacheHealthIndicator indicator = new CacheHealthIndicator(List.of(loop));
        given(cache.allocations()).willReturn(5L);

        assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
    }

    private Health decodeHealth() {
        return new DecodeHealthIndicator(List.of(loop), STALL_TIMEOUT).health();
    }
}
