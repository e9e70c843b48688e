package io.cistern.api.text;

import io.cistern.api.TaskModels;
import io.cistern.model.Task;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import org.jspecify.annotations.Nullable;

/** The loaded models, of which only those that read text are given out. */
public final class TextModels {

    private final TaskModels models;

    public TextModels(ModelRegistry registry) {
        this.models = new TaskModels(registry, Task.TEXT);
    }

    /**
     * Returns a model by name, or the first of its kind when no name is given.
     *
     * @throws io.cistern.serving.UnknownModelException if no such model is loaded
     * @throws io.cistern.api.problem.TaskMismatchException if it hears speech
     */
    public ServedModel get(@Nullable String id) {
        return models.get(id);
    }
}
