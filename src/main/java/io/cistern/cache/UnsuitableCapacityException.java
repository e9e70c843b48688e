package io.cistern.cache;

import io.cistern.cache.CacheCapacityExceededException.Bound;

/** A capacity that a model cannot work with, whatever the requests; nothing was allocated. */
public final class UnsuitableCapacityException extends RuntimeException {

    private final Bound bound;
    private final int suitable;

    private UnsuitableCapacityException(Bound bound, int configured, int suitable, String reason) {
        super("%s is %d, but the model %s %d".formatted(bound.setting(), configured, reason, suitable));
        this.bound = bound;
        this.suitable = suitable;
    }

    /** The model needs more for every input. */
    public static UnsuitableCapacityException tooSmall(Bound bound, int configured, int needed) {
        return new UnsuitableCapacityException(bound, configured, needed, "always needs");
    }

    /** The model cannot use more. */
    public static UnsuitableCapacityException tooLarge(Bound bound, int configured, int usable) {
        return new UnsuitableCapacityException(bound, configured, usable, "can use at most");
    }

    public Bound bound() {
        return bound;
    }

    /** Returns the value that the setting should have. */
    public int suitable() {
        return suitable;
    }
}
