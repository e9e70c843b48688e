package io.cistern.model.whisper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.model.UnsupportedModelException;
import io.cistern.model.whisper.WhisperConfig.AlignmentHead;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WhisperConfigTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String SMALLEST = """
            {"model_type": "whisper", "vocab_size": 51865, "d_model": 8, "encoder_layers": 1, "encoder_ffn_dim": 16,
             "encoder_attention_heads": 2, "decoder_layers": 3, "decoder_ffn_dim": 16, "decoder_attention_heads": 2""";

    @Test
    void readsBothFilesOfTinyEn() {
        Path folder = Path.of("models/whisper-tiny.en");
        WhisperConfig config = WhisperConfig.from(
                JSON.readTree(folder.resolve("config.json").toFile()),
                Optional.of(
                        JSON.readTree(folder.resolve("generation_config.json").toFile())));
        assertThat(config.melBands()).isEqualTo(80);
        assertThat(config.windowFrames()).isEqualTo(3000);
        assertThat(config.targetPositions()).isEqualTo(448);
        assertThat(config.multilingual()).isFalse();
        assertThat(config.decoderStartTokenId()).isEqualTo(50257);
        assertThat(config.endOfSequenceTokenIds()).containsExactly(50256);
        assertThat(config.suppressTokens()).hasSize(90).contains(1, 50361);
        assertThat(config.beginSuppressTokens()).containsExactly(220, 50256);
        assertThat(config.noTimestampsTokenId()).hasValue(50362);
        assertThat(config.previousTextTokenId()).hasValue(50360);
        assertThat(config.maxInitialTimestampIndex()).hasValue(50);
        assertThat(config.alignmentHeads()).hasSize(8).startsWith(new AlignmentHead(1, 0));
        assertThat(config.cacheShape().headSize()).isEqualTo(64);
    }

    @Test
    void headsThatNobodyMeasuredAreThoseOfTheLastHalf() {
        assertThat(config("").alignmentHeads())
                .containsExactly(
                        new AlignmentHead(1, 0),
                        new AlignmentHead(1, 1),
                        new AlignmentHead(2, 0),
                        new AlignmentHead(2, 1));
    }

    @Test
    void aVocabularyTellsWhetherItIsMultilingual() {
        assertThat(config("").multilingual()).isTrue();
        assertThat(config(", \"is_multilingual\": false").multilingual()).isFalse();
    }

    @Test
    void whatCannotBeComputedIsRefused() {
        assertRefused(", \"activation_function\": \"relu\"", "activation_function 'relu' is not supported");
        assertRefused(", \"alignment_heads\": [[3, 0]]", "alignment_heads has [3,0]", "3 layers of 2 heads");
        assertRefused(", \"max_source_positions\": 0", "max_source_positions is 0");
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> WhisperConfig.from(JSON.readTree("{}"), Optional.empty()))
                .withMessageContaining("vocab_size is missing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    decoder_start_token_id; 99999; decoder_start_token_id is 99999
                    eos_token_id; -1; eos_token_id is -1
                    eos_token_id; "x"; eos_token_id is "x"
                    eos_token_id; [1, 51865]; eos_token_id[1] is 51865
                    no_timestamps_token_id; "x"; no_timestamps_token_id is "x"
                    prev_sot_token_id; 1.5; prev_sot_token_id is 1.5
                    max_initial_timestamp_index; -3; max_initial_timestamp_index is -3
                    max_initial_timestamp_index; 2147483647; max_initial_timestamp_index is 2147483647
                    suppress_tokens; 7; suppress_tokens is 7
                    suppress_tokens; ["x"]; suppress_tokens[0] is "x"
                    begin_suppress_tokens; [1, null]; begin_suppress_tokens[1] is null
                    lang_to_id; [1]; lang_to_id is [1]
                    lang_to_id; {"<|en|>": "x"}; lang_to_id.<|en|> is "x"
                    task_to_id; {"translate": -1}; task_to_id.translate is -1
                    """)
    void aTokenThatIsNotOfTheVocabularyIsTold(String key, String value, String message) {
        JsonNode member = JSON.readTree("{\"%s\": %s}".formatted(key, value));
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> WhisperConfig.from(JSON.readTree(SMALLEST + "}"), Optional.of(member)))
                .withMessageStartingWith("generation_config.json: " + message + " and must be");
    }

    private static void assertRefused(String members, String... message) {
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> config(members))
                .satisfies(refusal -> assertThat(refusal).hasMessageContainingAll(message));
    }

    private static WhisperConfig config(String members) {
        JsonNode config = JSON.readTree(SMALLEST + members + "}");
        return WhisperConfig.from(config, Optional.empty());
    }
}
