package io.cistern.serving;

import java.time.Duration;

/** A task had no answer in time; it was given up. */
public final class DeadlineExceededException extends RuntimeException {

    /** How far a task had come. */
    public enum Phase {
        /** It had no rows yet: nothing was computed. */
        QUEUED,
        DECODING
    }

    private final Phase phase;
    private final Duration limit;

    public DeadlineExceededException(Phase phase, Duration limit) {
        super("no answer within %s: the request was %s"
                .formatted(limit, phase == Phase.QUEUED ? "still queued" : "being decoded"));
        this.phase = phase;
        this.limit = limit;
    }

    public Phase phase() {
        return phase;
    }

    public Duration limit() {
        return limit;
    }
}
