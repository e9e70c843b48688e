package io.cistern.generation.logits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TokenHistory;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LogitsProcessorsTests {

    private static final float NONE = Float.NEGATIVE_INFINITY;

    private static final GenerationConfig EVERYTHING = GenerationConfig.builder(10)
            .repetitionPenalty(1.2f)
            .noRepeatNgramSize(2)
            .badWordsIds(List.of(List.of(3)))
            .minNewTokens(2)
            .forcedBosTokenId(1)
            .suppressTokens(List.of(2))
            .frequencyPenalty(0.5f)
            .temperature(0.5f)
            .topK(3)
            .topP(0.9f)
            .typicalP(0.9f)
            .build();

    @Test
    void neutralSettingsNeedNoProcessor() {
        GenerationConfig neutral = GenerationConfig.builder(10).build();
        assertThat(LogitsProcessors.of(neutral, Set.of(1), 1)).isEmpty();
        assertThat(LogitsProcessors.warpers(neutral)).isEmpty();
    }

    @Test
    void followTransformersOrder() {
        assertThat(LogitsProcessors.of(EVERYTHING, Set.of(1), 1))
                .extracting(Object::getClass)
                .containsExactly(
                        RepetitionPenalty.class,
                        NoRepeatNgram.class,
                        NoBadWords.class,
                        MinNewTokens.class,
                        ForcedBos.class,
                        SuppressTokens.class,
                        OccurrencePenalty.class);
        assertThat(LogitsProcessors.warpers(EVERYTHING))
                .extracting(Object::getClass)
                .containsExactly(TemperatureScaling.class, TopKFilter.class, TopPFilter.class, TypicalPFilter.class);
    }

    @Test
    void warpersLeaveForbiddenTokensForbidden() {
        float[] scores = {NONE, NONE, NONE, NONE};
        LogitsProcessors.warpers(EVERYTHING).forEach(warper -> warper.process(new TokenHistory(0), scores));
        assertThat(scores).containsOnly(NONE);
    }

    @Test
    void warpersLeaveTheOnlyPossibleToken() {
        float[] scores = {NONE, NONE, -300, NONE};
        LogitsProcessors.warpers(EVERYTHING).forEach(warper -> warper.process(new TokenHistory(0), scores));
        assertThat(scores).containsExactly(NONE, NONE, -600, NONE);
    }

    @Test
    void nanDoesNotVanish() {
        float[] scores = {1, Float.NaN, 3, 2, 0};
        LogitsProcessors.warpers(EVERYTHING).forEach(warper -> warper.process(new TokenHistory(0), scores));
        assertThat(scores[1]).isNaN();
    }

    @Test
    void tokensBeyondTheVocabularyAreIgnored() {
        GenerationConfig config = GenerationConfig.builder(10)
                .repetitionPenalty(2)
                .noRepeatNgramSize(1)
                .badWordsIds(List.of(List.of(9)))
                .suppressTokens(List.of(8, -1))
                .presencePenalty(1)
                .build();
        float[] scores = {4, 2};
        for (LogitsProcessor processor : LogitsProcessors.of(config, Set.of(), 0)) {
            processor.process(new TokenHistory(7, 0), scores);
        }
        assertThat(scores).containsExactly(NONE, 2);
    }
}
