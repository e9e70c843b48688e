package io.cistern.generation;

/** A parameter of a request is outside its bounds. */
public abstract class InvalidParameterException extends RuntimeException {

    private final String parameter;
    private final String value;
    private final String bound;

    /**
     * @param parameter its name in a request
     * @param value what was given
     * @param bound what is allowed, to follow "must be"
     */
    protected InvalidParameterException(String parameter, Object value, String bound) {
        super(parameter + " is " + value + " but must be " + bound);
        this.parameter = parameter;
        this.value = String.valueOf(value);
        this.bound = bound;
    }

    public final String parameter() {
        return parameter;
    }

    public final String value() {
        return value;
    }

    public final String bound() {
        return bound;
    }
}
