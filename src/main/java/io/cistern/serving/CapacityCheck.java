package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.generation.GenerationConfig;
import java.util.List;
import java.util.function.Consumer;

/** Whether a request fits the capacity of a model; asked before anything is computed for it. */
final class CapacityCheck {

    private final ServedModel model;

    CapacityCheck(ServedModel model) {
        this.model = model;
    }

    void requireRows(int inputs, GenerationConfig config) {
        require(capacity -> capacity.requireBatchSize((long) inputs * config.rows()));
    }

    void requireCacheLength(GenerationConfig config) {
        require(capacity -> capacity.requireCacheLength(cacheLength(config)));
    }

    /**
     * Refuses texts of which one is certain not to fit, without tokenizing them.
     *
     * @throws CacheCapacityExceededException with a number of tokens that it has at least
     */
    void requireMayFit(List<String> texts) {
        each(texts, this::requireMayFit);
    }

    private void requireMayFit(String text) {
        int least = model.tokenizer().leastTokens(text);
        int available = model.capacity().maxEncoderLength();
        if (least > available) {
            String setting = model.capacitySettings().of(Bound.ENCODER_LENGTH);
            throw CacheCapacityExceededException.atLeast(Bound.ENCODER_LENGTH, least, available, setting);
        }
    }

    /** Refuses inputs of which one has more tokens than fit. */
    void requireEncoderLength(List<EncodedInput> inputs) {
        each(inputs, input -> require(capacity -> capacity.requireEncoderLength(input.tokenIds().length)));
    }

    /** Of several inputs the one that does not fit is told by its index. */
    private static <T> void each(List<T> inputs, Consumer<T> check) {
        for (int i = 0; i < inputs.size(); i++) {
            try {
                check.accept(inputs.get(i));
            } catch (CacheCapacityExceededException ex) {
                throw inputs.size() == 1 ? ex : ex.ofInput(i);
            }
        }
    }

    /** A request that does not fit is told which setting of this model to raise. */
    private void require(Consumer<CacheCapacity> check) {
        try {
            check.accept(model.capacity());
        } catch (CacheCapacityExceededException ex) {
            throw ex.withSetting(model.capacitySettings().of(ex.bound()));
        }
    }

    /** The decoder starts with the prompt that was asked for, or else with the model's one start token. */
    private static long cacheLength(GenerationConfig config) {
        return Math.max(1L, config.decoderPromptIds().size()) + config.maxNewTokens();
    }
}
