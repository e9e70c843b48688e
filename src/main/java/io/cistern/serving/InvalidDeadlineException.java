package io.cistern.serving;

import java.time.Duration;

/** A request asks for a time that it cannot have. */
public final class InvalidDeadlineException extends RuntimeException {

    private final Duration requested;
    private final String bound;

    public InvalidDeadlineException(Duration requested, Duration maximum) {
        this(requested, "must be above 0 and at most %s (cistern.deadline.maximum)".formatted(maximum));
    }

    private InvalidDeadlineException(Duration requested, String bound) {
        super("the time of a request is %s and %s".formatted(requested, bound));
        this.requested = requested;
        this.bound = bound;
    }

    public Duration requested() {
        return requested;
    }

    /** Returns what it must be, as the end of a sentence. */
    public String bound() {
        return bound;
    }
}
