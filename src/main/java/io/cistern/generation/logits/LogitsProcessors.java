package io.cistern.generation.logits;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TimestampTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Makes the processors that a request asks for, in the order that GenerationMixin._get_logits_processor in
 * transformers/generation/utils.py gives them. They own scratch memory: each request makes its own and uses them from
 * one thread at a time.
 */
public final class LogitsProcessors {

    private LogitsProcessors() {}

    /**
     * Returns the processors of every search.
     *
     * @param endOfSequenceIds tokens that end a sequence in this request, the model's own where it names none
     * @param promptLength tokens the decoder was started with
     */
    public static List<LogitsProcessor> of(GenerationConfig config, Set<Integer> endOfSequenceIds, int promptLength) {
        List<LogitsProcessor> processors = new ArrayList<>();
        if (config.repetitionPenalty() != 1) {
            processors.add(new RepetitionPenalty(config.repetitionPenalty()));
        }
        if (config.noRepeatNgramSize() > 0) {
            processors.add(new NoRepeatNgram(config.noRepeatNgramSize()));
        }
        if (!config.badWordsIds().isEmpty()) {
            processors.add(new NoBadWords(config.badWordsIds(), endOfSequenceIds));
        }
        if (config.minNewTokens() > 0 && !endOfSequenceIds.isEmpty()) {
            processors.add(new MinNewTokens(config.minNewTokens(), promptLength, endOfSequenceIds));
        }
        Integer forcedBos = config.forcedBosTokenId();
        if (forcedBos != null) {
            processors.add(new ForcedBos(forcedBos));
        }
        if (!config.suppressTokens().isEmpty()) {
            processors.add(new SuppressTokens(config.suppressTokens()));
        }
        // As WhisperGenerationMixin._retrieve_logit_processors in transformers/models/whisper/generation_whisper.py.
        if (!config.beginSuppressTokens().isEmpty()) {
            processors.add(new BeginSuppressTokens(config.beginSuppressTokens(), promptLength));
        }
        TimestampTokens timestamps = config.timestamps();
        if (timestamps != null) {
            processors.add(new WhisperTimestampRules(timestamps, promptLength));
        }
        // Unknown to Transformers, so where it puts processors that its caller brings.
        if (config.frequencyPenalty() != 0 || config.presencePenalty() != 0) {
            processors.add(new OccurrencePenalty(config.frequencyPenalty(), config.presencePenalty(), promptLength));
        }
        return List.copyOf(processors);
    }

    /** Returns the processors that shape the distribution to draw from; they follow those of {@link #of}. */
    public static List<LogitsProcessor> warpers(GenerationConfig config) {
        List<LogitsProcessor> warpers = new ArrayList<>();
        if (config.temperature() != 1) {
            warpers.add(new TemperatureScaling(config.temperature()));
        }
        if (config.topK() > 0) {
            warpers.add(new TopKFilter(config.topK()));
        }
        if (config.topP() < 1) {
            warpers.add(new TopPFilter(config.topP()));
        }
        if (config.typicalP() < 1) {
            warpers.add(new TypicalPFilter(config.typicalP()));
        }
        return List.copyOf(warpers);
    }
}
