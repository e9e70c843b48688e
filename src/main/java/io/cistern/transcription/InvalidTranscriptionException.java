package io.cistern.transcription;

/** Thrown when a transcription parameter is out of its bounds, or asks for what the model cannot do. */
public final class InvalidTranscriptionException extends RuntimeException {

    private final String parameter;
    private final String value;
    private final String bound;

    /**
     * @param parameter its name in a request
     * @param value what was given
     * @param bound what is allowed, to follow "must be"
     */
    public InvalidTranscriptionException(String parameter, Object value, String bound) {
        super(parameter + " is " + value + " but must be " + bound);
        this.parameter = parameter;
        this.value = String.valueOf(value);
        this.bound = bound;
    }

    public String parameter() {
        return parameter;
    }

    public String value() {
        return value;
    }

    public String bound() {
        return bound;
    }
}
