package io.cistern.serving;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models of the configuration, all loaded at start. */
final class ConfiguredModels implements ModelRegistry {

    private final List<ServedModel> models;

    ConfiguredModels(List<ServedModel> models) {
        this.models = List.copyOf(models);
    }

    @Override
    public ServedModel get(@Nullable String id) {
        if (id == null) {
            return models.get(0);
        }
        return models.stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new UnknownModelException(
                        id, models.stream().map(ServedModel::id).toList()));
    }

    @Override
    public List<ServedModel> all() {
        return models;
    }
}
