package io.cistern.api.inference;

import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import io.cistern.serving.UnknownModelException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loaded models by the name and the version of a path. */
final class InferenceModels {

    private final ModelRegistry registry;

    InferenceModels(ModelRegistry registry) {
        this.registry = registry;
    }

    /**
     * Returns a model.
     *
     * @param version null for the newest, which is the only one
     * @throws UnknownModelException if there is no such model or no such version of it
     */
    ServedModel get(String name, @Nullable String version) {
        ServedModel model = registry.get(name);
        if (version != null && !version.equals(InferenceMetadata.VERSION)) {
            throw new UnknownModelException(
                    "%s, version %s".formatted(name, version),
                    List.of("%s, version %s".formatted(name, InferenceMetadata.VERSION)));
        }
        return model;
    }
}
