package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import io.cistern.tokenization.TextTokenizer;

/** The facts of a model that has been loaded. */
record LoadedModel(
        String id,
        ModelConfig config,
        CacheCapacity capacity,
        CapacitySettings capacitySettings,
        TextTokenizer tokenizer,
        Precision precision)
        implements ServedModel {}
