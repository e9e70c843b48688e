package io.cistern.serving;

import io.cistern.model.Task;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The models of the configuration, all loaded at start. */
final class ConfiguredModels implements ModelRegistry {

    private final List<ServedModel> models;
    private final Map<String, ServedModel> byName = new HashMap<>();
    private final UnknownModelRule unknown;

    /** @param configured describes each of {@code models}, in the same order */
    ConfiguredModels(List<ServedModel> models, List<ModelProperties> configured, UnknownModelRule unknown) {
        this.models = List.copyOf(models);
        this.unknown = unknown;
        for (int i = 0; i < configured.size(); i++) {
            ServedModel model = models.get(i);
            configured.get(i).names().forEach(name -> byName.put(name, model));
        }
    }

    @Override
    public ServedModel get(@Nullable String name) {
        return named(name).orElse(models.get(0));
    }

    @Override
    public ServedModel get(@Nullable String name, Task task) {
        return named(name).orElseGet(() -> first(task));
    }

    /** Returns nothing where the first model is to be taken. */
    private Optional<ServedModel> named(@Nullable String name) {
        if (name == null) {
            return Optional.empty();
        }
        ServedModel named = byName.get(name);
        if (named == null && unknown == UnknownModelRule.REFUSE) {
            throw new UnknownModelException(
                    name, models.stream().map(ServedModel::id).toList());
        }
        return Optional.ofNullable(named);
    }

    private ServedModel first(Task task) {
        return models.stream()
                .filter(model -> model.config().task() == task)
                .findFirst()
                .orElse(models.get(0));
    }

    @Override
    public List<ServedModel> all() {
        return models;
    }
}
