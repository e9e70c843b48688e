package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GenerationConfigValidatorTests {

    private final GenerationConfigValidator validator = new GenerationConfigValidator(100);

    @Test
    void acceptsNeutralAndExtremeSettings() {
        assertThatCode(() -> validator.validate(GenerationConfig.builder(1).build()))
                .doesNotThrowAnyException();
        assertThatCode(() -> validator.validate(GenerationConfig.builder(5)
                        .minNewTokens(5)
                        .doSample(true)
                        .candidates(3)
                        .numReturnSequences(3)
                        .temperature(1e-6f)
                        .topP(Float.MIN_VALUE)
                        .suppressTokens(List.of(0, 99))
                        .topTokens(100)
                        .build()))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource
    void refusesWhatIsOutOfBounds(UnaryOperator<GenerationConfig.Builder> setting, String parameter, String message) {
        GenerationConfig config = setting.apply(GenerationConfig.builder(10)).build();
        assertThatExceptionOfType(InvalidGenerationConfigException.class)
                .isThrownBy(() -> validator.validate(config))
                .withMessage(parameter + " " + message)
                .satisfies(e -> assertThat(e.parameter()).isEqualTo(parameter));
    }

    static Stream<Arguments> refusesWhatIsOutOfBounds() {
        return Stream.of(
                refused(b -> b.minNewTokens(11), "min_new_tokens", "is 11 but must be from 0 to max_new_tokens, 10"),
                refused(b -> b.numBeams(0), "num_beams", "is 0 but must be at least 1"),
                refused(b -> b.numBeams(2).doSample(true), "num_beams", "is 2 but must be 1 when sampling"),
                refused(b -> b.candidates(2), "best_of", "is 2 but must be 1 unless sampling"),
                refused(b -> b.numReturnSequences(2), "num_return_sequences", "is 2 but must be from 1 to 1"),
                refused(b -> b.lengthPenalty(Float.NaN), "length_penalty", "is NaN but must be finite"),
                refused(b -> b.temperature(0), "temperature", "is 0.0 but must be at least 0.000001 and finite"),
                refused(
                        b -> b.temperature(Float.MIN_VALUE),
                        "temperature",
                        "is 1.4E-45 but must be at least 0.000001 and finite"),
                refused(
                        b -> b.temperature(Float.NaN),
                        "temperature",
                        "is NaN but must be at least 0.000001 and finite"),
                refused(b -> b.topK(-1), "top_k", "is -1 but must be at least 0"),
                refused(b -> b.topP(1.5f), "top_p", "is 1.5 but must be above 0 and at most 1"),
                refused(b -> b.typicalP(0), "typical_p", "is 0.0 but must be above 0 and at most 1"),
                refused(b -> b.repetitionPenalty(-1), "repetition_penalty", "is -1.0 but must be positive and finite"),
                refused(
                        b -> b.frequencyPenalty(Float.POSITIVE_INFINITY),
                        "frequency_penalty",
                        "is Infinity but must be finite"),
                refused(b -> b.noRepeatNgramSize(-1), "no_repeat_ngram_size", "is -1 but must be at least 0"),
                refused(b -> b.forcedBosTokenId(100), "forced_bos_token_id", "is 100 but must be from 0 to 99"),
                refused(b -> b.suppressTokens(List.of(1, -1)), "suppress_tokens", "is -1 but must be from 0 to 99"),
                refused(
                        b -> b.badWordsIds(List.of(List.of())),
                        "bad_words_ids",
                        "is [] but must be lists of at least one token"),
                refused(b -> b.stopSequences(List.of("")), "stop", "is empty but must be at least one character"),
                refused(b -> b.topTokens(101), "top_n_tokens", "is 101 but must be from 0 to 100"));
    }

    private static Arguments refused(
            UnaryOperator<GenerationConfig.Builder> setting, String parameter, String message) {
        return Arguments.of(setting, parameter, message);
    }
}
