package io.cistern.serving;

import java.time.Duration;

/** As many inputs wait for a model as its queue holds; nothing was computed for the request. */
public final class QueueFullException extends RuntimeException {

    private final int waiting;
    private final int capacity;
    private final Duration retryAfter;

    /** @param retryAfter the time in which the queue will have emptied, as it has moved so far */
    public QueueFullException(String model, int waiting, int capacity, Duration retryAfter) {
        super("the queue of model '%s' is full: %d of %d inputs wait (cistern.queue-capacity)"
                .formatted(model, waiting, capacity));
        this.waiting = waiting;
        this.capacity = capacity;
        this.retryAfter = retryAfter;
    }

    public int waiting() {
        return waiting;
    }

    public int capacity() {
        return capacity;
    }

    /** Returns whole seconds, from 1 to 30. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
