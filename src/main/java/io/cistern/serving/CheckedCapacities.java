package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import java.util.Map;

/** The cache capacity of every model, after all of them together were found to fit in memory. */
record CheckedCapacities(Map<String, CacheCapacity> byModel) {

    CheckedCapacities {
        byModel = Map.copyOf(byModel);
    }

    CacheCapacity of(ModelProperties model) {
        CacheCapacity capacity = byModel.get(model.id());
        if (capacity == null) {
            throw new IllegalArgumentException("model '%s' was not checked".formatted(model.id()));
        }
        return capacity;
    }
}
