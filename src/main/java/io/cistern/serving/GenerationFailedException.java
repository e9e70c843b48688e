package io.cistern.serving;

/** The computation of a request failed: a native error, or logits that are not numbers. */
public final class GenerationFailedException extends RuntimeException {

    public GenerationFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
