package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import io.cistern.tokenization.TextTokenizer;

/** A loaded model as requests see it: its name, its bounds and its tokenizer. */
public interface ServedModel {

    /** Returns the name that requests choose it by; a key, never a path. */
    String id();

    ModelConfig config();

    CacheCapacity capacity();

    /** Returns the names of the settings that its capacity comes from. */
    CapacitySettings capacitySettings();

    TextTokenizer tokenizer();

    /** Returns the precision in use, which is never AUTO. */
    Precision precision();
}
