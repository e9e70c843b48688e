package io.cistern.serving;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How fast inputs leave a queue in which some wait: r = n / t, the inputs that left over the time in which they did. Both
 * fade with e<sup>-time/60 s</sup>, so a burst counts with the time before it, and the last minute counts most. Only time
 * counts in which somebody waits: what comes while nobody does has to wait for nobody and tells nothing.
 */
final class DrainRate {

    private static final double FADING_NANOS = 60e9;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SHORTEST_SECONDS = 1;
    private static final long LONGEST_SECONDS = 30;

    private final LongSupplier nanoTime;
    private boolean waiting;
    private long lastNanos;
    private double inputs;
    private double nanos;

    DrainRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Somebody waits from now on. */
    void begin() {
        if (!waiting) {
            waiting = true;
            lastNanos = nanoTime.getAsLong();
        }
    }

    /** Nobody waits any more. */
    void end() {
        fade();
        waiting = false;
    }

    /** An input left; it does not count if nobody waits. */
    void leave() {
        fade();
        inputs += waiting ? 1 : 0;
    }

    /**
     * Returns the whole seconds until so many inputs will have left. Before the first has, these are the seconds that it
     * has been waiting.
     */
    Duration timeFor(int count) {
        fade();
        double expected = inputs == 0 ? nanos : count * nanos / inputs;
        long seconds = (long) Math.ceil(expected / NANOS_PER_SECOND);
        return Duration.ofSeconds(Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, seconds)));
    }

    private void fade() {
        if (waiting) {
            long now = nanoTime.getAsLong();
            double kept = Math.exp((lastNanos - now) / FADING_NANOS);
            inputs *= kept;
            nanos = nanos * kept + FADING_NANOS * (1 - kept);
            lastNanos = now;
        }
    }
}
