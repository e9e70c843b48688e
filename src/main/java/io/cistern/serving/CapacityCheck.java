package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.GenerationConfig;
import java.util.List;

/** Whether a request fits the capacity of a model; asked before anything is computed for it. */
final class CapacityCheck {

    private final CacheCapacity capacity;

    CapacityCheck(CacheCapacity capacity) {
        this.capacity = capacity;
    }

    void requireRows(int inputs, GenerationConfig config) {
        capacity.requireBatchSize((long) inputs * config.rows());
    }

    void requireCacheLength(GenerationConfig config) {
        capacity.requireCacheLength(cacheLength(config));
    }

    void requireEncoderLength(List<EncodedInput> inputs) {
        for (EncodedInput input : inputs) {
            capacity.requireEncoderLength(input.tokenIds().length);
        }
    }

    /** The decoder starts with the prompt that was asked for, or else with the model's one start token. */
    private static long cacheLength(GenerationConfig config) {
        return Math.max(1L, config.decoderPromptIds().size()) + config.maxNewTokens();
    }
}
