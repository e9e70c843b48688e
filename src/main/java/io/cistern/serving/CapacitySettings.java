package io.cistern.serving;

import io.cistern.cache.CacheCapacityExceededException.Bound;
import org.jspecify.annotations.Nullable;

/**
 * The names of the settings that a model's capacity comes from.
 *
 * @param model place of the model in {@code cistern.models}
 * @param own what the model sets itself
 */
public record CapacitySettings(int model, CapacityOverride own) {

    /** Returns the full name of the setting that is in effect. */
    public String of(Bound bound) {
        String prefix = ownValue(bound) == null ? "cistern" : "cistern.models[%d]".formatted(model);
        return "%s.capacity.%s".formatted(prefix, bound.setting());
    }

    private @Nullable Integer ownValue(Bound bound) {
        return switch (bound) {
            case BATCH_SIZE -> own.maxBatchSize();
            case CACHE_LENGTH -> own.maxCacheLength();
            case ENCODER_LENGTH -> own.maxEncoderLength();
        };
    }
}
