package io.cistern.generation;

/** Thrown when a generation parameter is outside its bounds. */
public final class InvalidGenerationConfigException extends InvalidParameterException {

    public InvalidGenerationConfigException(String parameter, Object value, String bound) {
        super(parameter, value, bound);
    }
}
