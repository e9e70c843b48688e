package io.cistern.model.t5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.cache.CacheShape;
import io.cistern.model.UnsupportedModelException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class T5ConfigTests {

    private static final JsonMapper JSON = new JsonMapper();

    /** The defaults of Transformers' T5Config, which a checkpoint of t5-small relies on. */
    @Test
    void whatIsAbsentIsWhatTransformersTakesItFor() {
        T5Config config = config("'model_type': 't5'");
        assertThat(config.vocabularySize()).isEqualTo(32128);
        assertThat(config.width()).isEqualTo(512);
        assertThat(config.headSize()).isEqualTo(64);
        assertThat(config.feedForwardWidth()).isEqualTo(2048);
        assertThat(config.encoderLayers()).isEqualTo(6);
        assertThat(config.decoderLayers()).isEqualTo(6);
        assertThat(config.heads()).isEqualTo(8);
        assertThat(config.buckets()).isEqualTo(32);
        assertThat(config.maxDistance()).isEqualTo(128);
        assertThat(config.epsilon()).isEqualTo(1e-6);
        assertThat(config.activation()).isEqualTo("relu");
        assertThat(config.gated()).isFalse();
        assertThat(config.scalesOutput()).isTrue();
        assertThat(config.decoderStartTokenId()).isZero();
        assertThat(config.endOfSequenceTokenIds()).containsExactly(1);
    }

    /** t5-small has 60,506,624 weights, of which 16,384 are in norms and 512 are position biases; its head is tied. */
    @Test
    void countsTheWeightsThatATokenIsMultipliedBy() {
        assertThat(config("'model_type': 't5'").multipliedWeights()).isEqualTo(60_506_624 - 16_384 - 512);
    }

    /** google/flan-t5-small has 76,961,152: an untied head, 8 layers, 6 heads and a gate. */
    @Test
    void countsTheWeightsOfAGateToo() {
        T5Config config = config("'model_type': 't5', 'd_model': 512, 'd_ff': 1024, 'num_heads': 6, 'd_kv': 64, "
                + "'num_layers': 8, 'feed_forward_proj': 'gated-gelu'");
        long norms = (2 * 8 + 1 + 3 * 8 + 1) * 512;
        long biases = 2 * 32 * 6;
        long embedding = 32_128 * 512;
        assertThat(config.multipliedWeights()).isEqualTo(76_961_152 - norms - biases - embedding);
    }

    @Test
    void headsTimesHeadSizeMayDifferFromTheWidth() {
        T5Config config = config("'model_type': 't5', 'd_model': 512, 'num_heads': 6, 'd_kv': 64, 'num_layers': 8");
        assertThat(config.attentionWidth()).isEqualTo(384);
        assertThat(config.cacheShape()).isEqualTo(new CacheShape(8, 6, 64));
    }

    @Test
    void theCacheHasTheDecodersLayers() {
        T5Config config = config("'model_type': 't5', 'num_layers': 12, 'num_decoder_layers': 4");
        assertThat(config.encoderLayers()).isEqualTo(12);
        assertThat(config.decoderLayers()).isEqualTo(4);
        assertThat(config.cacheShape().layers()).isEqualTo(4);
    }

    /** DESIGN, section 5: never for mt5; else what scale_decoder_outputs says; else unless tie_word_embeddings is false. */
    @ParameterizedTest
    @CsvSource({
        "t5, , , true",
        "t5, true, , true",
        "t5, false, , false",
        "t5, true, false, false",
        "t5, true, true, true",
        "t5, false, true, true",
        "t5, false, false, false",
        "byt5, , , true",
        "byt5, false, , false",
        "umt5, , , true",
        "umt5, false, , false",
        "umt5, true, false, false",
        "mt5, , , false",
        "mt5, true, , false",
        "mt5, false, , false",
        "mt5, true, true, false",
    })
    void theOutputIsScaledAsTheFamilyDoes(String type, String tied, String scaled, boolean expected) {
        String members = "'model_type': '" + type + "'"
                + (tied == null ? "" : ", 'tie_word_embeddings': " + tied)
                + (scaled == null ? "" : ", 'scale_decoder_outputs': " + scaled);
        assertThat(config(members).scalesOutput()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "relu, relu, false",
        "gated-gelu, gelu_new, true",
        "gated-silu, silu, true",
        "gated-relu, relu, true",
        "gelu, gelu, false",
        "gelu_new, gelu_new, false",
        "silu, silu, false",
    })
    void theFeedForwardLayerIsWhatItsNameSays(String projection, String activation, boolean gated) {
        T5Config config = config("'model_type': 't5', 'feed_forward_proj': '" + projection + "'");
        assertThat(config.activation()).isEqualTo(activation);
        assertThat(config.gated()).isEqualTo(gated);
    }

    @ParameterizedTest
    @CsvSource({"t5, false", "mt5, false", "byt5, false", "umt5, true"})
    void onlyUmt5HasABiasInEveryLayer(String type, boolean expected) {
        T5Config config = config("'model_type': '" + type + "'");
        assertThat(config.modelType()).isEqualTo(type);
        assertThat(config.biasInEveryLayer()).isEqualTo(expected);
    }

    @Test
    void tokensOfGenerationConfigComeFirst() {
        T5Config config = T5Config.from(
                json("'model_type': 't5', 'eos_token_id': 1, 'pad_token_id': 0, 'decoder_start_token_id': 0"),
                Optional.of(json("'eos_token_id': [2, 3], 'decoder_start_token_id': 7")));
        assertThat(config.endOfSequenceTokenIds()).containsExactlyInAnyOrder(2, 3);
        assertThat(config.decoderStartTokenId()).isEqualTo(7);
    }

    @Test
    void tokensThatGenerationConfigLeavesOutAreThoseOfConfig() {
        T5Config config = T5Config.from(
                json("'model_type': 't5', 'eos_token_id': 9, 'pad_token_id': 4, 'decoder_start_token_id': 5"),
                Optional.of(json("'eos_token_id': null")));
        assertThat(config.endOfSequenceTokenIds()).containsExactly(9);
        assertThat(config.decoderStartTokenId()).isEqualTo(5);
    }

    @Test
    void anUnknownFeedForwardLayerNamesTheKnownOnes() {
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> config("'model_type': 't5', 'feed_forward_proj': 'gated-swish'"))
                .withMessageContaining("feed_forward_proj 'gated-swish'")
                .withMessageContaining("[gelu, gelu_new, relu, silu]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vocab_size",
                "d_model",
                "d_kv",
                "d_ff",
                "num_layers",
                "num_decoder_layers",
                "num_heads",
                "relative_attention_num_buckets",
                "relative_attention_max_distance"
            })
    void sizesAreWholeNumbersOfAtLeastOne(String name) {
        for (String value :
                new String[] {"0", "-3", "2.5", "'six'", "true", "3000000000", "30000000000000000000", "[]"}) {
            assertThatExceptionOfType(UnsupportedModelException.class)
                    .as("%s %s", name, value)
                    .isThrownBy(() -> config("'model_type': 't5', '%s': %s".formatted(name, value)))
                    .withMessageContaining("config.json: " + name + " is " + value.replace('\'', '"'))
                    .withMessageContaining("at least 1");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"decoder_start_token_id", "eos_token_id"})
    void tokensAreOfTheVocabulary(String name) {
        for (String value : new String[] {"-1", "8", "99999", "2.0", "'x'", "true", "{}", "30000000000000000000"}) {
            String member = "'%s': %s".formatted(name, value);
            assertTokenRefused("config.json: %s is %s and must be".formatted(name, value), member, "");
            assertTokenRefused("generation_config.json: %s is %s and must be".formatted(name, value), "", member);
        }
    }

    @Test
    void eachTokenOfAListIsOfTheVocabulary() {
        assertTokenRefused("config.json: eos_token_id[1] is 8 and must be", "'eos_token_id': [7, 8]", "");
        assertTokenRefused("config.json: eos_token_id[0] is null and must be", "'eos_token_id': [null]", "");
    }

    @Test
    void aDefaultThatTheVocabularyDoesNotHaveIsRefused() {
        assertThatExceptionOfType(UnsupportedModelException.class)
                .isThrownBy(() -> config("'model_type': 't5', 'vocab_size': 1"))
                .withMessage("config.json: eos_token_id is missing, and its default, 1, is not below vocab_size, 1");
    }

    private static void assertTokenRefused(String message, String config, String generationConfig) {
        String members = "'model_type': 't5', 'vocab_size': 8" + (config.isEmpty() ? "" : ", ") + config;
        assertThatExceptionOfType(UnsupportedModelException.class)
                .as(message)
                .isThrownBy(() -> T5Config.from(json(members), Optional.of(json(generationConfig))))
                .withMessage(
                        message.replace('\'', '"') + " a whole number from 0 to 7, below vocab_size of config.json");
    }

    private static T5Config config(String members) {
        return T5Config.from(json(members), Optional.empty());
    }

    private static JsonNode json(String members) {
        return JSON.readTree("{" + members.replace('\'', '"') + "}");
    }
}
