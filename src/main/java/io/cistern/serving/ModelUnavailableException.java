package io.cistern.serving;

import java.time.Duration;

/** A model takes no requests at this time. */
public final class ModelUnavailableException extends RuntimeException {

    private static final Duration USUAL_WAIT = Duration.ofSeconds(5);

    /** Why it takes none. */
    public enum Reason {
        /** It is loading, or has not answered its first request. */
        NOT_READY("is not ready yet"),
        /** Requests that were accepted are finished, new ones are not accepted. */
        SHUTTING_DOWN("is shutting down"),
        /** It ended, because it was told to or because of an error. */
        STOPPED("has stopped");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    private final Reason reason;

    /** @param subject who takes none: the service or a model */
    public ModelUnavailableException(Reason reason, String subject) {
        super(subject + " " + reason.text);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /** Returns when it is worth to ask again. */
    public Duration retryAfter() {
        return USUAL_WAIT;
    }
}
