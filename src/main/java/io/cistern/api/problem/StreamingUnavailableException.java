package io.cistern.api.problem;

/** A request wants its tokens one by one, which this version does not offer. */
public final class StreamingUnavailableException extends RuntimeException {

    public StreamingUnavailableException(String alternative) {
        super("streaming is not available yet; " + alternative);
    }
}
