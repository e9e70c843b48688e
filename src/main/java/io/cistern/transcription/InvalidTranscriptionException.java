package io.cistern.transcription;

import io.cistern.generation.InvalidParameterException;

/** Thrown when a transcription parameter is out of its bounds, or asks for what the model cannot do. */
public final class InvalidTranscriptionException extends InvalidParameterException {

    public InvalidTranscriptionException(String parameter, Object value, String bound) {
        super(parameter, value, bound);
    }
}
