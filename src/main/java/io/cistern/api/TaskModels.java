package io.cistern.api;

import io.cistern.api.problem.TaskMismatchException;
import io.cistern.model.Task;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import org.jspecify.annotations.Nullable;

/** The loaded models, of which only those that do one task are given out. */
public abstract class TaskModels {

    private final ModelRegistry registry;
    private final Task task;

    protected TaskModels(ModelRegistry registry, Task task) {
        this.registry = registry;
        this.task = task;
    }

    /**
     * Returns a model by name, or the first configured one that does the task when no name is given.
     *
     * @throws io.cistern.serving.UnknownModelException if no such model is loaded
     * @throws TaskMismatchException if it does another task
     */
    public final ServedModel get(@Nullable String id) {
        ServedModel model = registry.get(id, task);
        if (model.config().task() != task) {
            throw new TaskMismatchException(model.id(), model.config().task());
        }
        return model;
    }
}
