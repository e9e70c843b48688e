package io.cistern.serving;

import java.time.Duration;
import java.util.function.LongSupplier;

/** How fast inputs leave a queue, from the times between the last of them. */
final class DrainRate {

    private static final double WEIGHT_OF_LAST = 0.2;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SHORTEST_SECONDS = 1;
    private static final long LONGEST_SECONDS = 30;

    private final LongSupplier nanoTime;
    private long lastNanos;
    private double meanNanos = Double.NaN;

    DrainRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastNanos = nanoTime.getAsLong();
    }

    /** The first input came into the empty queue: the time before says nothing. */
    void begin() {
        lastNanos = nanoTime.getAsLong();
    }

    /** An input left. */
    void leave() {
        long now = nanoTime.getAsLong();
        double interval = now - lastNanos;
        meanNanos = Double.isNaN(meanNanos) ? interval : meanNanos + WEIGHT_OF_LAST * (interval - meanNanos);
        lastNanos = now;
    }

    /** Returns the whole seconds until so many inputs will have left; a queue that stands still moves ever slower. */
    Duration timeFor(int inputs) {
        double sinceLast = nanoTime.getAsLong() - lastNanos;
        double interval = Double.isNaN(meanNanos) ? sinceLast : Math.max(meanNanos, sinceLast);
        long seconds = (long) Math.ceil(inputs * interval / NANOS_PER_SECOND);
        return Duration.ofSeconds(Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, seconds)));
    }
}
