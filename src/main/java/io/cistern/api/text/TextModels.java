package io.cistern.api.text;

import io.cistern.api.problem.TaskMismatchException;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import org.jspecify.annotations.Nullable;

/** The loaded models, of which only those that read text are given out. */
public final class TextModels {

    private static final String AUDIO_FAMILY = "whisper";

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
        String type = model.config().modelType();
        if (type.equals(AUDIO_FAMILY)) {
            throw new TaskMismatchException(model.id(), type, "text generation");
        }
        return model;
    }
}
