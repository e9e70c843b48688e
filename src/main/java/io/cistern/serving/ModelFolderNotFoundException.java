package io.cistern.serving;

import java.nio.file.Path;
import java.util.List;

/** The folder that a model is configured to be in does not exist. */
public final class ModelFolderNotFoundException extends RuntimeException {

    private final String model;
    private final List<Path> searched;

    public ModelFolderNotFoundException(String model, List<Path> searched) {
        super("model '%s' is not at %s".formatted(model, searched.get(0)));
        this.model = model;
        this.searched = List.copyOf(searched);
    }

    public String model() {
        return model;
    }

    /** Returns the places that were looked at, in order. */
    public List<Path> searched() {
        return searched;
    }
}
