package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainRateTests {

    private final AtomicLong clock = new AtomicLong();
    private final DrainRate rate = new DrainRate(clock::get);

    @BeforeEach
    void begin() {
        rate.begin();
    }

    @Test
    void inputsLeaveAsFastAsTheLastDid() {
        leave(20, 1, Duration.ofMillis(500));

        assertThat(rate.timeFor(10)).isEqualTo(Duration.ofSeconds(5));
        assertThat(rate.timeFor(9)).as("whole seconds").isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aBurstCountsWithTheTimeBeforeIt() {
        leave(1, 16, Duration.ofSeconds(2));
        assertThat(rate.timeFor(128)).as("after the first").isEqualTo(Duration.ofSeconds(16));

        leave(30, 16, Duration.ofSeconds(2));
        assertSeconds(128, 15, 17);
    }

    @Test
    void betweenTwoBurstsTheTimeHardlyChanges() {
        leave(30, 16, Duration.ofSeconds(2));
        pass(Duration.ofMillis(1999));

        assertSeconds(128, 15, 17);
    }

    @Test
    void theTimeFollowsAChangeOfPace() {
        leave(100, 1, Duration.ofMillis(100));
        leave(120, 1, Duration.ofSeconds(1));

        assertSeconds(10, 8, 10);
    }

    @Test
    void theTimeIsFrom1To30Seconds() {
        assertThat(rate.timeFor(1)).isEqualTo(Duration.ofSeconds(1));
        leave(5, 1, Duration.ofSeconds(10));
        assertThat(rate.timeFor(4)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void beforeTheFirstLeftTheTimeIsAsLongAsItTookSoFar() {
        pass(Duration.ofSeconds(5));
        assertThat(rate.timeFor(128)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void aQueueThatStandsStillTakesLonger() {
        leave(100, 1, Duration.ofMillis(100));
        pass(Duration.ofSeconds(30));
        assertSeconds(10, 3, 8);
        pass(Duration.ofMinutes(5));
        assertThat(rate.timeFor(10)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void theTimeInWhichNobodyWaitsDoesNotCount() {
        leave(5, 1, Duration.ofMillis(100));
        rate.end();
        pass(Duration.ofHours(1));
        rate.begin();

        assertThat(rate.timeFor(10)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whatLeavesWhileNobodyWaitsDoesNotCount() {
        leave(5, 1, Duration.ofSeconds(2));
        rate.end();
        leave(1000, 1, Duration.ofMillis(1));
        rate.begin();

        assertThat(rate.timeFor(5)).isEqualTo(Duration.ofSeconds(10));
    }

    private void leave(int bursts, int inputs, Duration interval) {
        for (int i = 0; i < bursts; i++) {
            pass(interval);
            for (int j = 0; j < inputs; j++) {
                rate.leave();
            }
        }
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    private void assertSeconds(int inputs, int least, int most) {
        assertThat(rate.timeFor(inputs)).isBetween(Duration.ofSeconds(least), Duration.ofSeconds(most));
    }
}
