package io.cistern.serving;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
        ServedModel named = name == null ? models.get(0) : byName.get(name);
        if (named != null) {
            return named;
        }
        if (unknown == UnknownModelRule.FIRST) {
            return models.get(0);
        }
        throw new UnknownModelException(
                String.valueOf(name), models.stream().map(ServedModel::id).toList());
    }

    @Override
    public List<ServedModel> all() {
        return models;
    }
}
