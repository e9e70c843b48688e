package io.cistern.serving;

import io.cistern.cache.CacheCapacity;

/** The caches of a model do not fit in the memory that is left; nothing was allocated. */
public final class InsufficientMemoryException extends RuntimeException {

    private final String model;
    private final CacheCapacity capacity;
    private final CapacitySettings settings;
    private final long needed;
    private final long available;

    public InsufficientMemoryException(
            String model, CacheCapacity capacity, CapacitySettings settings, long needed, long available) {
        super("the caches of model '%s' need %d bytes and %d are available".formatted(model, needed, available));
        this.model = model;
        this.capacity = capacity;
        this.settings = settings;
        this.needed = needed;
        this.available = available;
    }

    public String model() {
        return model;
    }

    public CacheCapacity capacity() {
        return capacity;
    }

    /** Returns the names of the settings that the capacity comes from. */
    public CapacitySettings settings() {
        return settings;
    }

    public long needed() {
        return needed;
    }

    public long available() {
        return available;
    }
}
