package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DrainRateTests {

    private final AtomicLong clock = new AtomicLong();
    private final DrainRate rate = new DrainRate(clock::get);

    @Test
    void inputsLeaveAsFastAsTheLastDid() {
        leaveEvery(Duration.ofMillis(500), 20);

        assertThat(rate.timeFor(10)).isEqualTo(Duration.ofSeconds(5));
        assertThat(rate.timeFor(9)).as("whole seconds").isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void theTimeFollowsAChangeOfPace() {
        leaveEvery(Duration.ofMillis(100), 20);
        leaveEvery(Duration.ofSeconds(1), 20);

        assertThat(rate.timeFor(10)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void theTimeIsFrom1To30Seconds() {
        assertThat(rate.timeFor(1)).isEqualTo(Duration.ofSeconds(1));
        leaveEvery(Duration.ofSeconds(10), 5);
        assertThat(rate.timeFor(4)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aQueueThatStandsStillTakesLonger() {
        leaveEvery(Duration.ofMillis(100), 5);
        clock.addAndGet(Duration.ofSeconds(4).toNanos());

        assertThat(rate.timeFor(2)).isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void theTimeWithoutInputsDoesNotCount() {
        leaveEvery(Duration.ofMillis(100), 5);
        clock.addAndGet(Duration.ofHours(1).toNanos());
        rate.begin();

        assertThat(rate.timeFor(10)).isEqualTo(Duration.ofSeconds(1));
    }

    private void leaveEvery(Duration interval, int times) {
        for (int i = 0; i < times; i++) {
            clock.addAndGet(interval.toNanos());
            rate.leave();
        }
    }
}
