package io.cistern.model;

import io.cistern.cache.CacheShape;
import java.util.Set;

/** What generation and serving need to know of any family's checkpoint. */
public interface ModelConfig {

    /** Returns {@code model_type} of config.json, such as {@code t5} or {@code umt5}. */
    String modelType();

    /** Returns what the model turns into text. */
    default Task task() {
        return Task.TEXT;
    }

    /** Returns the number of logits of one row. */
    int vocabularySize();

    CacheShape cacheShape();

    /** Returns the tokens that every decoder row starts with. */
    int decoderStartTokenId();

    /** Returns the tokens that end a sequence. */
    Set<Integer> endOfSequenceTokenIds();
}
