package io.cistern.cache;

import org.jspecify.annotations.Nullable;

/** A request is larger than the capacity that was configured at start-up; nothing was computed for it. */
public final class CacheCapacityExceededException extends RuntimeException {

    /** The bound that was exceeded, with the setting that raises it. */
    public enum Bound {
        BATCH_SIZE("batch size", "max-batch-size"),
        CACHE_LENGTH("decoder length", "max-cache-length"),
        ENCODER_LENGTH("encoder length", "max-encoder-length");

        private final String quantity;
        private final String setting;

        Bound(String quantity, String setting) {
            this.quantity = quantity;
            this.setting = setting;
        }

        /** Returns the property below {@code cistern.capacity} or {@code cistern.models[n].capacity} that raises this bound. */
        public String setting() {
            return setting;
        }
    }

    private final Bound bound;
    private final int requested;
    private final int available;
    private final String setting;
    private final String qualification;
    private final @Nullable Integer input;

    /** The bound is that of all models. */
    public CacheCapacityExceededException(Bound bound, int requested, int available) {
        this(bound, requested, available, "cistern.capacity." + bound.setting, "", null);
    }

    private CacheCapacityExceededException(
            Bound bound, int requested, int available, String setting, String qualification, @Nullable Integer input) {
        super("%s%s %s%d exceeds the configured capacity %d (%s)"
                .formatted(place(input), bound.quantity, qualification, requested, available, setting));
        this.bound = bound;
        this.requested = requested;
        this.available = available;
        this.setting = setting;
        this.qualification = qualification;
        this.input = input;
    }

    private static String place(@Nullable Integer input) {
        return input == null ? "" : "input %d, counted from 0: ".formatted(input);
    }

    /** Returns the same with the full name of the setting that the bound comes from. */
    public CacheCapacityExceededException withSetting(String name) {
        return new CacheCapacityExceededException(bound, requested, available, name, qualification, input);
    }

    /** Returns the same with the index of the input, of several, that does not fit. */
    public CacheCapacityExceededException ofInput(int index) {
        return new CacheCapacityExceededException(bound, requested, available, setting, qualification, index);
    }

    /**
     * Returns an exception for a request of which only so much is known.
     *
     * @param requested what it asks for, or less
     * @param setting full name of the setting that the bound comes from
     */
    public static CacheCapacityExceededException atLeast(Bound bound, int requested, int available, String setting) {
        return new CacheCapacityExceededException(bound, requested, available, setting, "of at least ", null);
    }

    public Bound bound() {
        return bound;
    }

    public int requested() {
        return requested;
    }

    public int available() {
        return available;
    }

    /** Returns the index of the input that does not fit, null where there is one or all of them are meant. */
    public @Nullable Integer input() {
        return input;
    }

    /** Returns the full name of the setting that raises the bound. */
    public String setting() {
        return setting;
    }
}
