package io.cistern.api.problem;

import io.cistern.model.Task;

/** A model is asked for a task that its family does not do. */
public final class TaskMismatchException extends RuntimeException {

    /** @param task what the model does */
    public TaskMismatchException(String model, Task task) {
        super("model '%s' %s".formatted(model, does(task)));
    }

    private static String does(Task task) {
        return switch (task) {
            case TEXT -> "reads text: send it to POST /generate or /v1/completions";
            case SPEECH -> "hears speech: send recordings to POST /v1/audio/transcriptions or /asr";
        };
    }
}
