package io.cistern.generation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to generate; names and meaning are those of Transformers' GenerationConfig. Made by {@link #builder(int)}, whose
 * initial values are neutral: greedy search that nothing restricts.
 *
 * @param maxNewTokens tokens to generate at most
 * @param minNewTokens tokens before an end-of-sequence token is allowed; 0 turns it off
 * @param numBeams width of beam search; 1 is greedy search or sampling
 * @param numReturnSequences outputs to return, at most {@code numBeams} (beam search) or {@code candidates} (sampling)
 * @param candidates sampled candidates per input (best_of); 1 unless sampling
 * @param lengthPenalty exponent of the length that a beam's score is divided by
 * @param earlyStopping when beam search ends
 * @param doSample draw tokens instead of taking the best
 * @param temperature divides the logits; 1 turns it off
 * @param topK most likely tokens to draw from; 0 turns it off
 * @param topP smallest set of tokens with this probability to draw from; 1 turns it off
 * @param typicalP locally typical sampling (Meister et al., 2022); 1 turns it off
 * @param seed seed of this request's random numbers
 * @param repetitionPenalty divides positive and multiplies negative scores of tokens that occurred (Keskar et al., 2019); 1 turns it off
 * @param frequencyPenalty subtracted from a score once per occurrence; 0 turns it off
 * @param presencePenalty subtracted from the score of a token that occurred; 0 turns it off
 * @param noRepeatNgramSize no n-gram of this size occurs twice; 0 turns it off
 * @param forcedBosTokenId token that must come first, as translation models want it
 * @param suppressTokens tokens that are never chosen
 * @param beginSuppressTokens tokens that are not chosen first
 * @param timestamps where speech is transcribed with timestamps, their tokens
 * @param badWordsIds token sequences that are never completed
 * @param stopSequences strings the text ends before
 * @param endOfSequenceTokenIds tokens that end a sequence; empty means the model's own
 * @param decoderPromptIds tokens the decoder starts with; empty means the model's start token
 * @param topTokens alternatives to report per token; 0 turns it off
 */
public record GenerationConfig(
        int maxNewTokens,
        int minNewTokens,
        int numBeams,
        int numReturnSequences,
        int candidates,
        float lengthPenalty,
        EarlyStopping earlyStopping,
        boolean doSample,
        float temperature,
        int topK,
        float topP,
        float typicalP,
        long seed,
        float repetitionPenalty,
        float frequencyPenalty,
        float presencePenalty,
        int noRepeatNgramSize,
        @Nullable Integer forcedBosTokenId,
        List<Integer> suppressTokens,
        List<Integer> beginSuppressTokens,
        @Nullable TimestampTokens timestamps,
        List<List<Integer>> badWordsIds,
        List<String> stopSequences,
        List<Integer> endOfSequenceTokenIds,
        List<Integer> decoderPromptIds,
        int topTokens) {

    /** Logits divided by less may leave what fp32 holds. */
    public static final float LOWEST_TEMPERATURE = 1e-6f;

    /** When beam search ends: Transformers' {@code early_stopping} false, true and "never". */
    public enum EarlyStopping {
        HEURISTIC,
        WHEN_ENOUGH_CANDIDATES,
        NEVER
    }

    /** Returns the cache rows that one input takes. */
    public int rows() {
        return Math.max(numBeams, candidates);
    }

    /** Returns these settings with another seed. */
    public GenerationConfig withSeed(long seed) {
        return new Builder(this).seed(seed).build();
    }

    public static Builder builder(int maxNewTokens) {
        return new Builder(maxNewTokens);
    }

    /** Collects the settings that differ from the neutral ones. */
    public static final class Builder {

        private final int maxNewTokens;
        private int minNewTokens;
        private int numBeams = 1;
        private int numReturnSequences = 1;
        private int candidates = 1;
        private float lengthPenalty = 1;
        private EarlyStopping earlyStopping = EarlyStopping.HEURISTIC;
        private boolean doSample;
        private float temperature = 1;
        private int topK;
        private float topP = 1;
        private float typicalP = 1;
        private long seed;
        private float repetitionPenalty = 1;
        private float frequencyPenalty;
        private float presencePenalty;
        private int noRepeatNgramSize;
        private @Nullable Integer forcedBosTokenId;
        private List<Integer> suppressTokens = List.of();
        private List<Integer> beginSuppressTokens = List.of();
        private @Nullable TimestampTokens timestamps;
        private List<List<Integer>> badWordsIds = List.of();
        private List<String> stopSequences = List.of();
        private List<Integer> endOfSequenceTokenIds = List.of();
        private List<Integer> decoderPromptIds = List.of();
        private int topTokens;

        private Builder(int maxNewTokens) {
            this.maxNewTokens = maxNewTokens;
        }

        private Builder(GenerationConfig config) {
            this.maxNewTokens = config.maxNewTokens;
            this.minNewTokens = config.minNewTokens;
            this.numBeams = config.numBeams;
            this.numReturnSequences = config.numReturnSequences;
            this.candidates = config.candidates;
            this.lengthPenalty = config.lengthPenalty;
            this.earlyStopping = config.earlyStopping;
            this.doSample = config.doSample;
            this.temperature = config.temperature;
            this.topK = config.topK;
            this.topP = config.topP;
            this.typicalP = config.typicalP;
            this.seed = config.seed;
            this.repetitionPenalty = config.repetitionPenalty;
            this.frequencyPenalty = config.frequencyPenalty;
            this.presencePenalty = config.presencePenalty;
            this.noRepeatNgramSize = config.noRepeatNgramSize;
            this.forcedBosTokenId = config.forcedBosTokenId;
            this.suppressTokens = config.suppressTokens;
            this.beginSuppressTokens = config.beginSuppressTokens;
            this.timestamps = config.timestamps;
            this.badWordsIds = config.badWordsIds;
            this.stopSequences = config.stopSequences;
            this.endOfSequenceTokenIds = config.endOfSequenceTokenIds;
            this.decoderPromptIds = config.decoderPromptIds;
            this.topTokens = config.topTokens;
        }

        public Builder minNewTokens(int minNewTokens) {
            this.minNewTokens = minNewTokens;
            return this;
        }

        public Builder numBeams(int numBeams) {
            this.numBeams = numBeams;
            return this;
        }

        public Builder numReturnSequences(int numReturnSequences) {
            this.numReturnSequences = numReturnSequences;
            return this;
        }

        public Builder candidates(int candidates) {
            this.candidates = candidates;
            return this;
        }

        public Builder lengthPenalty(float lengthPenalty) {
            this.lengthPenalty = lengthPenalty;
            return this;
        }

        public Builder earlyStopping(EarlyStopping earlyStopping) {
            this.earlyStopping = earlyStopping;
            return this;
        }

        public Builder doSample(boolean doSample) {
            this.doSample = doSample;
            return this;
        }

        public Builder temperature(float temperature) {
            this.temperature = temperature;
            return this;
        }

        public Builder topK(int topK) {
            this.topK = topK;
            return this;
        }

        public Builder topP(float topP) {
            this.topP = topP;
            return this;
        }

        public Builder typicalP(float typicalP) {
            this.typicalP = typicalP;
            return this;
        }

        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        public Builder repetitionPenalty(float repetitionPenalty) {
            this.repetitionPenalty = repetitionPenalty;
            return this;
        }

        public Builder frequencyPenalty(float frequencyPenalty) {
            this.frequencyPenalty = frequencyPenalty;
            return this;
        }

        public Builder presencePenalty(float presencePenalty) {
            this.presencePenalty = presencePenalty;
            return this;
        }

        public Builder noRepeatNgramSize(int noRepeatNgramSize) {
            this.noRepeatNgramSize = noRepeatNgramSize;
            return this;
        }

        public Builder forcedBosTokenId(@Nullable Integer forcedBosTokenId) {
            this.forcedBosTokenId = forcedBosTokenId;
            return this;
        }

        public Builder suppressTokens(List<Integer> suppressTokens) {
            this.suppressTokens = suppressTokens;
            return this;
        }

        public Builder beginSuppressTokens(List<Integer> beginSuppressTokens) {
            this.beginSuppressTokens = beginSuppressTokens;
            return this;
        }

        public Builder timestamps(@Nullable TimestampTokens timestamps) {
            this.timestamps = timestamps;
            return this;
        }

        public Builder badWordsIds(List<List<Integer>> badWordsIds) {
            this.badWordsIds = badWordsIds;
            return this;
        }

        public Builder stopSequences(List<String> stopSequences) {
            this.stopSequences = stopSequences;
            return this;
        }

        public Builder endOfSequenceTokenIds(List<Integer> endOfSequenceTokenIds) {
            this.endOfSequenceTokenIds = endOfSequenceTokenIds;
            return this;
        }

        public Builder decoderPromptIds(List<Integer> decoderPromptIds) {
            this.decoderPromptIds = decoderPromptIds;
            return this;
        }

        public Builder topTokens(int topTokens) {
            this.topTokens = topTokens;
            return this;
        }

        public GenerationConfig build() {
            return new GenerationConfig(
                    maxNewTokens,
                    minNewTokens,
                    numBeams,
                    numReturnSequences,
                    candidates,
                    lengthPenalty,
                    earlyStopping,
                    doSample,
                    temperature,
                    topK,
                    topP,
                    typicalP,
                    seed,
                    repetitionPenalty,
                    frequencyPenalty,
                    presencePenalty,
                    noRepeatNgramSize,
                    forcedBosTokenId,
                    suppressTokens,
                    beginSuppressTokens,
                    timestamps,
                    badWordsIds,
                    stopSequences,
                    endOfSequenceTokenIds,
                    decoderPromptIds,
                    topTokens);
        }
    }
}
