package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.model.UnsupportedModelException;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SpeechVocabularyTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path TINY_EN = Path.of("models/whisper-tiny.en");
    private static final String COMPLETE = """
            {"is_multilingual": true, "lang_to_id": {"<|en|>": 258, "<|de|>": 259},
             "task_to_id": {"translate": 260, "transcribe": 261}, "prev_sot_token_id": 262,
             "no_timestamps_token_id": 264}""";

    @Test
    void aTokenizerNamesWhatTheGenerationConfigDoesNot() {
        JsonNode generation =
                JSON.readTree(TINY_EN.resolve("generation_config.json").toFile());
        try (TextTokenizer tokenizer = TokenizerLoader.load(TINY_EN)) {
            assertThat(SpeechVocabulary.of(tinyEn(Optional.empty()), tokenizer))
                    .isEqualTo(SpeechVocabulary.of(tinyEn(Optional.of(generation)), tokenizer));
        }
    }

    @Test
    void aTokenizerNamesTasksAndLanguages() {
        try (TextTokenizer tokenizer = TokenizerLoader.load(TINY_EN)) {
            SpeechVocabulary vocabulary =
                    SpeechVocabulary.of(tinyEn(Optional.of(JSON.readTree("{\"is_multilingual\": true}"))), tokenizer);
            assertThat(vocabulary.translate()).isEqualTo(50357);
            assertThat(vocabulary.transcribe()).isEqualTo(50358);
            assertThat(vocabulary.languages())
                    .hasSize(99)
                    .containsEntry("en", 50258)
                    .containsEntry("haw", 50351)
                    .containsEntry("su", 50356);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "no_timestamps_token_id, no_timestamps_token_id, <|notimestamps|>",
        "prev_sot_token_id, prev_sot_token_id, <|startofprev|>",
        "task_to_id, task_to_id.transcribe, <|transcribe|>",
        "lang_to_id, lang_to_id, <|en|>"
    })
    void aTokenThatNeitherNamesIsTold(String missing, String key, String name) {
        ObjectNode generation = (ObjectNode) JSON.readTree(COMPLETE);
        generation.remove(missing);
        assertRefused(generation, "generation_config.json has no " + key, "tokenizer.json", name);
    }

    @ParameterizedTest
    @CsvSource({
        "no_timestamps_token_id, 1766",
        "prev_sot_token_id, -1",
        "task_to_id, '{\"transcribe\": 261, \"translate\": 50358}'",
        "lang_to_id, '{\"<|en|>\": 50259}'",
        "suppress_tokens, '[7, 50359]'",
        "begin_suppress_tokens, '[-1]'"
    })
    void aTokenOutsideTheVocabularyIsTold(String key, String value) {
        ObjectNode generation = (ObjectNode) JSON.readTree(COMPLETE);
        generation.set(key, JSON.readTree(value));
        assertRefused(generation, "generation_config.json: " + key, "from 0 to 1765", "vocab_size");
    }

    /** Its 51,864 tokens, where the vocabulary has 1,766. */
    @ParameterizedTest
    @ValueSource(strings = {"prev_sot_token_id", "no_timestamps_token_id", "task_to_id", "lang_to_id"})
    void aTokenizerWithTokensOutsideTheVocabularyIsTold(String missing) {
        ObjectNode generation = (ObjectNode) JSON.readTree(COMPLETE);
        generation.remove(missing);
        try (TextTokenizer tokenizer = TokenizerLoader.load(TINY_EN)) {
            assertThatExceptionOfType(UnsupportedModelException.class)
                    .isThrownBy(() -> SpeechVocabulary.of(small(generation), tokenizer))
                    .withMessageMatching("tokenizer.json: <\\|[a-z]+\\|> is 50[0-9]{3} and must be from 0 to 1765, .*");
        }
    }

    @Test
    void anEnglishModelNeedsNeitherTasksNorLanguages() {
        JsonNode generation = JSON.readTree(
                "{\"is_multilingual\": false, \"prev_sot_token_id\": 262, \"no_timestamps_token_id\": 264}");
        assertThat(SpeechVocabulary.of(small(generation), new ByteSpeechTokenizer())
                        .isMultilingual())
                .isFalse();
    }

    private static void assertRefused(JsonNode generation, String... message) {
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> SpeechVocabulary.of(small(generation), new ByteSpeechTokenizer()))
                .satisfies(refusal -> assertThat(refusal).hasMessageContainingAll(message));
    }

    private static WhisperConfig tinyEn(Optional<JsonNode> generation) {
        return WhisperConfig.from(JSON.readTree(TINY_EN.resolve("config.json").toFile()), generation);
    }

    private static WhisperConfig small(JsonNode generation) {
        return WhisperConfig.from(JSON.readTree(ScriptedSpeechModel.CONFIG), Optional.of(generation));
    }
}
