package io.cistern.api.problem;

/** A model is asked for a task that its family does not do. */
public final class TaskMismatchException extends RuntimeException {

    public TaskMismatchException(String model, String modelType, String task) {
        super("model '%s' is of type %s, which does not do %s".formatted(model, modelType, task));
    }
}
