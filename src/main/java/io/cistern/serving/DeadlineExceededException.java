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

    /** Who set the time, with the setting that raises it. */
    public enum Bound {
        SERVICE("cistern.deadline.default"),
        /** It is at most {@code cistern.deadline.maximum}. */
        REQUEST("X-Request-Timeout");

        private final String setting;

        Bound(String setting) {
            this.setting = setting;
        }

        /** Returns the property or the header that raises the time. */
        public String setting() {
            return setting;
        }
    }

    private final Phase phase;
    private final Duration limit;
    private final Bound bound;

    public DeadlineExceededException(Phase phase, Duration limit, Bound bound) {
        super("no answer within %s (%s): the request was %s"
                .formatted(limit, bound.setting, phase == Phase.QUEUED ? "still queued" : "being decoded"));
        this.phase = phase;
        this.limit = limit;
        this.bound = bound;
    }

    public Phase phase() {
        return phase;
    }

    public Duration limit() {
        return limit;
    }

    public Bound bound() {
        return bound;
    }
}
