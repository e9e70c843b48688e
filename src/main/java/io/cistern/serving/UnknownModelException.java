package io.cistern.serving;

import java.util.List;

/** A request names a model that is not loaded. */
public final class UnknownModelException extends RuntimeException {

    private final String model;
    private final List<String> known;

    public UnknownModelException(String model, List<String> known) {
        super("model '%s' is not loaded; loaded models: %s".formatted(model, String.join(", ", known)));
        this.model = model;
        this.known = List.copyOf(known);
    }

    public String model() {
        return model;
    }

    public List<String> known() {
        return known;
    }
}
