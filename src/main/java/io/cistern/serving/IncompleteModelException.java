package io.cistern.serving;

/** A model of the configuration lacks a setting that every model needs. */
public final class IncompleteModelException extends RuntimeException {

    /**
     * @param model place of the model in {@code cistern.models}
     * @param missing the setting that it lacks
     */
    public IncompleteModelException(int model, String missing) {
        super("cistern.models[%d] has no %s".formatted(model, missing));
    }
}
