package io.cistern.audio;

/** Bytes that were sent as audio are none, or are too damaged to be heard. */
public final class UndecodableAudioException extends RuntimeException {

    public UndecodableAudioException(String reason) {
        super("audio cannot be decoded: " + reason);
    }
}
