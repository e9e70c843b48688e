package io.cistern.model;

/** A checkpoint is of a kind that cannot be served; the message says what was found and what can be. */
public final class UnsupportedModelException extends RuntimeException {

    public UnsupportedModelException(String message) {
        super(message);
    }
}
