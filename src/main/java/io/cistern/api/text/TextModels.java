package io.cistern.api.text;

import io.cistern.api.problem.TaskMismatchException;
import io.cistern.model.Task;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import org.jspecify.annotations.Nullable;

/** The loaded models, of which only those that read text are given out. */
public final class TextModels {

    private final ModelRegistry registry;

    public TextModels(ModelRegistry registry) {
        this.registry = registry;
    }

    /**
     * Returns a model by name, or the first configured one when no name is given.
     *
     * @throws io.cistern.serving.UnknownModelException if no such model is loaded
     * @throws TaskMismatchException if it reads audio
     */
    public ServedModel get(@Nullable String id) {
        ServedModel model = registry.get(id);
        if (model.config().task() != Task.TEXT) {
            throw new TaskMismatchException(model.id(), model.config().modelType(), "text generation");
        }
        return model;
    }
}
