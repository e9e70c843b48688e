package io.cistern.serving;

/** As many requests wait for a model as its queue holds. */
public final class QueueFullException extends RuntimeException {

    private final int capacity;

    public QueueFullException(String model, int capacity) {
        super("the queue of model '%s' is full: %d requests wait (cistern.queue-capacity)".formatted(model, capacity));
        this.capacity = capacity;
    }

    public int capacity() {
        return capacity;
    }
}
