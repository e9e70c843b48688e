package io.cistern.serving;

/** A model cannot take requests: it is still loading, or the service is shutting down. */
public final class ModelUnavailableException extends RuntimeException {

    public ModelUnavailableException(String message) {
        super(message);
    }
}
