package io.cistern.generation;

import java.util.Collection;

/** Refuses settings that no search can follow, before anything is computed. Written so that NaN fails every bound. */
public final class GenerationConfigValidator {

    private final int vocabularySize;

    public GenerationConfigValidator(int vocabularySize) {
        this.vocabularySize = vocabularySize;
    }

    /**
     * Fails for settings that are out of bounds.
     *
     * @throws InvalidGenerationConfigException naming the first parameter that is out of bounds
     */
    public void validate(GenerationConfig config) {
        validateLengths(config);
        validateSearch(config);
        validateSampling(config);
        validatePenalties(config);
        validateTokens(config);
    }

    private static void validateLengths(GenerationConfig config) {
        int max = config.maxNewTokens();
        require(max >= 1, "max_new_tokens", max, "at least 1");
        int min = config.minNewTokens();
        require(min >= 0 && min <= max, "min_new_tokens", min, "from 0 to max_new_tokens, " + max);
    }

    private static void validateSearch(GenerationConfig config) {
        require(config.numBeams() >= 1, "num_beams", config.numBeams(), "at least 1");
        require(config.candidates() >= 1, "best_of", config.candidates(), "at least 1");
        require(config.numBeams() == 1 || !config.doSample(), "num_beams", config.numBeams(), "1 when sampling");
        require(config.candidates() == 1 || config.doSample(), "best_of", config.candidates(), "1 unless sampling");
        int sequences = config.numReturnSequences();
        int most = config.rows();
        require(sequences >= 1 && sequences <= most, "num_return_sequences", sequences, "from 1 to " + most);
        requireFinite("length_penalty", config.lengthPenalty());
    }

    private static void validateSampling(GenerationConfig config) {
        float temperature = config.temperature();
        require(
                temperature >= GenerationConfig.LOWEST_TEMPERATURE && temperature <= Float.MAX_VALUE,
                "temperature",
                temperature,
                "at least 0.000001 and finite");
        require(config.topK() >= 0, "top_k", config.topK(), "at least 0");
        requireShare("top_p", config.topP());
        requireShare("typical_p", config.typicalP());
    }

    private static void validatePenalties(GenerationConfig config) {
        requirePositive("repetition_penalty", config.repetitionPenalty());
        requireFinite("frequency_penalty", config.frequencyPenalty());
        requireFinite("presence_penalty", config.presencePenalty());
        require(config.noRepeatNgramSize() >= 0, "no_repeat_ngram_size", config.noRepeatNgramSize(), "at least 0");
    }

    private void validateTokens(GenerationConfig config) {
        Integer forcedBos = config.forcedBosTokenId();
        if (forcedBos != null) {
            requireToken("forced_bos_token_id", forcedBos);
        }
        requireTokens("suppress_tokens", config.suppressTokens());
        requireTokens("begin_suppress_tokens", config.beginSuppressTokens());
        config.badWordsIds().forEach(word -> {
            require(!word.isEmpty(), "bad_words_ids", word, "lists of at least one token");
            requireTokens("bad_words_ids", word);
        });
        config.stopSequences().forEach(stop -> require(!stop.isEmpty(), "stop", "empty", "at least one character"));
        requireTokens("eos_token_id", config.endOfSequenceTokenIds());
        requireTokens("decoder_input_ids", config.decoderPromptIds());
        int top = config.topTokens();
        require(top >= 0 && top <= vocabularySize, "top_n_tokens", top, "from 0 to " + vocabularySize);
    }

    private void requireTokens(String parameter, Collection<Integer> ids) {
        ids.forEach(id -> requireToken(parameter, id));
    }

    private void requireToken(String parameter, int id) {
        require(id >= 0 && id < vocabularySize, parameter, id, "from 0 to " + (vocabularySize - 1));
    }

    private static void requirePositive(String parameter, float value) {
        require(value > 0 && value <= Float.MAX_VALUE, parameter, value, "positive and finite");
    }

    private static void requireFinite(String parameter, float value) {
        require(Float.isFinite(value), parameter, value, "finite");
    }

    private static void requireShare(String parameter, float value) {
        require(value > 0 && value <= 1, parameter, value, "above 0 and at most 1");
    }

    private static void require(boolean holds, String parameter, Object value, String bound) {
        if (!holds) {
            throw new InvalidGenerationConfigException(parameter, value, bound);
        }
    }
}
