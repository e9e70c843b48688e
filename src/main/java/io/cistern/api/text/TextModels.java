package io.cistern.api.text;

import io.cistern.api.TaskModels;
import io.cistern.model.Task;
import io.cistern.serving.ModelRegistry;

/** The loaded models that read text. */
public final class TextModels extends TaskModels {

    public TextModels(ModelRegistry registry) {
        super(registry, Task.TEXT);
    }
}
