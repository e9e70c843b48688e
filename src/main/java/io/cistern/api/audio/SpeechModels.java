package io.cistern.api.audio;

import io.cistern.api.TaskModels;
import io.cistern.model.Task;
import io.cistern.serving.ModelRegistry;

/** The loaded models that hear speech. */
final class SpeechModels extends TaskModels {

    SpeechModels(ModelRegistry registry) {
        super(registry, Task.SPEECH);
    }
}
