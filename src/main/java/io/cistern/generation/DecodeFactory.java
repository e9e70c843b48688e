package io.cistern.generation;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.logits.LogitsProcessor;
import io.cistern.generation.logits.LogitsProcessors;
import io.cistern.model.ModelConfig;
import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Begins decodes of one model, each with the search, the processors and the end that its config asks for. */
final class DecodeFactory {

    private final ModelConfig model;
    private final CacheCapacity capacity;
    private final TextTokenizer tokenizer;

    DecodeFactory(ModelConfig model, CacheCapacity capacity, TextTokenizer tokenizer) {
        this.model = model;
        this.capacity = capacity;
        this.tokenizer = tokenizer;
    }

    int vocabularySize() {
        return model.vocabularySize();
    }

    /** @throws CacheCapacityExceededException if a row can never hold what the decode may write */
    void requireFits(GenerationConfig config) {
        capacity.requireCacheLength((long) prompt(config).length + config.maxNewTokens());
    }

    Decode start(GenerationConfig config, TokenListener listener) {
        requireFits(config);
        int[] prompt = prompt(config);
        return new Decode(config, prompt.length, search(config, prompt, listener));
    }

    private SearchStrategy search(GenerationConfig config, int[] prompt, TokenListener listener) {
        Set<Integer> ends = endOfSequenceIds(config);
        TokenScoring scoring = new TokenScoring(processors(config, ends, prompt.length), vocabularySize());
        SequenceEnd end = new SequenceEnd(tokenizer, ends, config, prompt.length);
        return config.numBeams() > 1
                ? new BeamSearch(config, prompt, ends.size(), vocabularySize(), scoring, end)
                : new CandidateSearch(config, prompt, scoring, end, listener);
    }

    private static List<LogitsProcessor> processors(GenerationConfig config, Set<Integer> ends, int promptLength) {
        List<LogitsProcessor> processors = new ArrayList<>(LogitsProcessors.of(config, ends, promptLength));
        if (config.doSample()) {
            processors.addAll(LogitsProcessors.warpers(config));
        }
        return processors;
    }

    private int[] prompt(GenerationConfig config) {
        return config.decoderPromptIds().isEmpty()
                ? new int[] {model.decoderStartTokenId()}
                : config.decoderPromptIds().stream().mapToInt(id -> id).toArray();
    }

    private Set<Integer> endOfSequenceIds(GenerationConfig config) {
        return config.endOfSequenceTokenIds().isEmpty()
                ? model.endOfSequenceTokenIds()
                : Set.copyOf(config.endOfSequenceTokenIds());
    }
}
