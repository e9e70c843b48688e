package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationConfigTests {

    @Test
    void anotherSeedChangesNothingElse() {
        assertThat(everything().seed(1).build().withSeed(2))
                .isEqualTo(everything().seed(2).build());
    }

    private static GenerationConfig.Builder everything() {
        return GenerationConfig.builder(9)
                .minNewTokens(2)
                .numBeams(3)
                .numReturnSequences(4)
                .candidates(5)
                .lengthPenalty(6)
                .earlyStopping(GenerationConfig.EarlyStopping.NEVER)
                .doSample(true)
                .temperature(7)
                .topK(8)
                .topP(0.9f)
                .typicalP(0.8f)
                .repetitionPenalty(1.1f)
                .frequencyPenalty(1.2f)
                .presencePenalty(1.3f)
                .noRepeatNgramSize(10)
                .forcedBosTokenId(11)
                .suppressTokens(List.of(12))
                .beginSuppressTokens(List.of(13))
                .timestamps(new TimestampTokens(14, 15, 16))
                .badWordsIds(List.of(List.of(17)))
                .stopSequences(List.of("18"))
                .endOfSequenceTokenIds(List.of(19))
                .decoderPromptIds(List.of(20))
                .topTokens(21);
    }
}
