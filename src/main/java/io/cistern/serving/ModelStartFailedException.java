package io.cistern.serving;

/** A configured model could not be loaded, or its cache not be allocated. */
public final class ModelStartFailedException extends RuntimeException {

    private final String model;
    private final int place;

    /** @param place place of the model in {@code cistern.models} */
    public ModelStartFailedException(String model, int place, RuntimeException cause) {
        super("model '%s' cannot start: %s".formatted(model, cause.getMessage()), cause);
        this.model = model;
        this.place = place;
    }

    public String model() {
        return model;
    }

    /** Returns the property that configures the model. */
    public String setting() {
        return "cistern.models[%d]".formatted(place);
    }
}
