package io.cistern.api.audio;

import io.cistern.api.TaskModels;
import io.cistern.model.Task;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import org.jspecify.annotations.Nullable;

/** The loaded models, of which only those that hear speech are given out. */
final class SpeechModels {

    private final TaskModels models;

    SpeechModels(ModelRegistry registry) {
        this.models = new TaskModels(registry, Task.SPEECH);
    }

    /**
     * Returns a model by name, or the first of its kind when no name is given.
     *
     * @throws io.cistern.serving.UnknownModelException if no such model is loaded
     * @throws io.cistern.api.problem.TaskMismatchException if it reads text
     */
    ServedModel get(@Nullable String id) {
        return models.get(id);
    }
}
