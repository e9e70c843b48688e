package io.cistern.serving;

/** A model was loaded but could not answer the first request that is made to it at start. */
public final class SelfCheckFailedException extends RuntimeException {

    public SelfCheckFailedException(String model, Throwable cause) {
        super("model '%s' failed its self-check: %s".formatted(model, cause.getMessage()), cause);
    }
}
