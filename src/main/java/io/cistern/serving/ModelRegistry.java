package io.cistern.serving;

import io.cistern.model.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models that are loaded, by name. */
public interface ModelRegistry {

    /**
     * Returns a model by its id or an alias, or the first configured one when no name is given.
     *
     * @throws UnknownModelException if no such model is loaded
     */
    ServedModel get(@Nullable String name);

    /**
     * Returns a model by its id or an alias, or the first configured one that does a task when no name is given. A model
     * that is named may do another.
     *
     * @throws UnknownModelException if no such model is loaded
     */
    ServedModel get(@Nullable String name, Task task);

    /** Returns all models in the order of the configuration. */
    List<ServedModel> all();
}
