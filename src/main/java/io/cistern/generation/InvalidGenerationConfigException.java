package io.cistern.generation;

/** Thrown when a generation parameter is outside its bounds. */
public final class InvalidGenerationConfigException extends RuntimeException {

    private final String parameter;
    private final String value;
    private final String bound;

    /**
     * @param parameter its name in a request
     * @param value what was given
     * @param bound what is allowed, to follow "must be"
     */
    public InvalidGenerationConfigException(String parameter, Object value, String bound) {
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
