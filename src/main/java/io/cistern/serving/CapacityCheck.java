package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.generation.GenerationConfig;
import java.util.List;

/** Whether a request fits the capacity of a model; asked before anything is computed for it. */
final class CapacityCheck {

    private final CacheCapacity capacity;

    CapacityCheck(CacheCapacity capacity) {
        this.capacity = capacity;
    }

    void requireRows(int inputs, GenerationConfig config) {
        requireFits(Bound.BATCH_SIZE, (long) inputs * config.rows(), capacity.maxBatchSize());
    }

    void requireCacheLength(GenerationConfig config) {
        requireFits(Bound.CACHE_LENGTH, cacheLength(config), capacity.maxCacheLength());
    }

    void requireEncoderLength(List<EncodedInput> inputs) {
        for (EncodedInput input : inputs) {
            requireFits(Bound.ENCODER_LENGTH, input.tokenIds().length, capacity.maxEncoderLength());
        }
    }

    /** The decoder starts with the prompt that was asked for, or else with the model's one start token. */
    private static long cacheLength(GenerationConfig config) {
        return Math.max(1L, config.decoderPromptIds().size()) + config.maxNewTokens();
    }

    private static void requireFits(Bound bound, long requested, int available) {
        if (requested > available) {
            throw new CacheCapacityExceededException(bound, (int) Math.min(requested, Integer.MAX_VALUE), available);
        }
    }
}
