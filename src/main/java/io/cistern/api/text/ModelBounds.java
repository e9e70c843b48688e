package io.cistern.api.text;

import io.cistern.api.problem.Violations;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.serving.CapacitySettings;
import io.cistern.serving.ServedModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bounds that a model's capacity and vocabulary set to a request. */
public final class ModelBounds {

    /** T5 starts its decoder with one token. */
    private static final int DECODER_PROMPT_LENGTH = 1;

    private final CacheCapacity capacity;
    private final CapacitySettings settings;
    private final int vocabularySize;

    public ModelBounds(ServedModel model) {
        this.capacity = model.capacity();
        this.settings = model.capacitySettings();
        this.vocabularySize = model.config().vocabularySize();
    }

    /** Returns the largest number of new tokens, which is also the default. */
    public int maxNewTokens() {
        return capacity.maxCacheLength() - DECODER_PROMPT_LENGTH;
    }

    /** Returns the number of new tokens that is asked for, or all that fit. */
    public int newTokens(@Nullable Integer asked) {
        return asked == null ? maxNewTokens() : asked;
    }

    public void checkTexts(Violations violations, String field, List<String> texts, boolean single) {
        violations.require(!texts.isEmpty(), field, null, "must not be empty");
        violations.require(
                texts.size() <= capacity.maxBatchSize(),
                field,
                null,
                "holds %d texts; the capacity is %d rows (%s)"
                        .formatted(texts.size(), capacity.maxBatchSize(), settings.of(Bound.BATCH_SIZE)));
        for (int i = 0; i < texts.size(); i++) {
            String name = single ? field : "%s[%d]".formatted(field, i);
            violations.require(!texts.get(i).isEmpty(), name, "", "must not be empty");
        }
    }

    /**
     * Checks how many tokens are to be listed: as many as a full batch has, of texts of any length. In JSON a token takes
     * many times its bytes, so without a bound answers could fill the memory.
     */
    void checkTokens(Violations violations, String field, String qualification, int tokens) {
        long most = (long) capacity.maxBatchSize() * capacity.maxEncoderLength();
        violations.require(
                tokens <= most,
                field,
                null,
                "holds %s%d tokens; at most %d are listed, those of %d rows of %d (%s, %s)"
                        .formatted(
                                qualification,
                                tokens,
                                most,
                                capacity.maxBatchSize(),
                                capacity.maxEncoderLength(),
                                settings.of(Bound.BATCH_SIZE),
                                settings.of(Bound.ENCODER_LENGTH)));
    }

    public void checkNewTokens(Violations violations, String field, @Nullable Integer asked) {
        violations.require(
                asked == null || asked <= maxNewTokens(),
                field,
                asked,
                "must be at most %d: the capacity is %d, less %d decoder start token (%s)"
                        .formatted(
                                maxNewTokens(),
                                capacity.maxCacheLength(),
                                DECODER_PROMPT_LENGTH,
                                settings.of(Bound.CACHE_LENGTH)));
    }

    /** Checks the rows of inputs that take several each; one each is what {@link #checkTexts} checks. */
    public void checkRows(Violations violations, String field, int inputs, int rowsEach) {
        violations.require(
                rowsEach == 1 || (long) inputs * rowsEach <= capacity.maxBatchSize(),
                field,
                rowsEach,
                "takes %d rows with %d inputs; the capacity is %d rows (%s)"
                        .formatted(
                                (long) inputs * rowsEach,
                                inputs,
                                capacity.maxBatchSize(),
                                settings.of(Bound.BATCH_SIZE)));
    }

    public void checkTruncation(Violations violations, String field, @Nullable Integer tokens) {
        violations.require(
                tokens == null || tokens <= capacity.maxEncoderLength(),
                field,
                tokens,
                "must be at most %d (%s)".formatted(capacity.maxEncoderLength(), settings.of(Bound.ENCODER_LENGTH)));
    }

    public void checkTokenIds(Violations violations, String field, List<Integer> ids) {
        ids.stream()
                .filter(id -> id >= vocabularySize)
                .limit(1)
                .forEach(id -> violations.require(
                        false, field, id, "must be below the vocabulary size %d".formatted(vocabularySize)));
    }
}
