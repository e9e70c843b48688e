package io.cistern.model.t5;

import io.cistern.cache.CacheShape;
import io.cistern.model.ConfigReader;
import io.cistern.model.ModelConfig;
import io.cistern.model.TokenReader;
import io.cistern.model.UnsupportedModelException;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The architecture of a T5 family checkpoint, read from config.json and generation_config.json.
 *
 * @param modelType t5, mt5, umt5 or byt5
 * @param vocabularySize rows of the embedding
 * @param width d_model
 * @param headSize d_kv; heads times head size may differ from the width
 * @param feedForwardWidth d_ff
 * @param encoderLayers num_layers
 * @param decoderLayers num_decoder_layers
 * @param heads num_heads
 * @param buckets relative_attention_num_buckets
 * @param maxDistance relative_attention_max_distance
 * @param epsilon layer_norm_epsilon
 * @param activation relu, gelu_new, gelu or silu
 * @param gated whether the feed-forward layer has a gate
 * @param biasInEveryLayer umt5: each layer has a relative position bias of its own
 * @param scalesOutput whether the decoder's output is multiplied by width^-0.5 before the head
 * @param decoderStartTokenId first token of every decoder row
 * @param endOfSequenceTokenIds tokens that end a sequence
 */
public record T5Config(
        String modelType,
        int vocabularySize,
        int width,
        int headSize,
        int feedForwardWidth,
        int encoderLayers,
        int decoderLayers,
        int heads,
        int buckets,
        int maxDistance,
        double epsilon,
        String activation,
        boolean gated,
        boolean biasInEveryLayer,
        boolean scalesOutput,
        int decoderStartTokenId,
        Set<Integer> endOfSequenceTokenIds)
        implements ModelConfig {

    private static final Set<String> ACTIVATIONS = Set.of("relu", "gelu_new", "gelu", "silu");

    public T5Config {
        endOfSequenceTokenIds = Set.copyOf(endOfSequenceTokenIds);
    }

    public static T5Config from(JsonNode config, Optional<JsonNode> generationConfig) {
        ConfigReader reader = new ConfigReader(config, generationConfig);
        String type = config.path("model_type").asString();
        String projection = config.path("feed_forward_proj").asString("relu");
        boolean gated = projection.startsWith("gated-");
        int vocabularySize = reader.positive("vocab_size", 32128);
        TokenReader tokens = new TokenReader(reader, vocabularySize);
        int layers = reader.positive("num_layers", 6);
        return new T5Config(
                type,
                vocabularySize,
                reader.positive("d_model", 512),
                reader.positive("d_kv", 64),
                reader.positive("d_ff", 2048),
                layers,
                reader.positive("num_decoder_layers", layers),
                reader.positive("num_heads", 8),
                reader.positive("relative_attention_num_buckets", 32),
                reader.positive("relative_attention_max_distance", 128),
                config.path("layer_norm_epsilon").asDouble(1e-6),
                activation(projection),
                gated,
                type.equals("umt5"),
                scalesOutput(config, type),
                tokens.token("decoder_start_token_id", 0),
                tokens.endOfSequence(1));
    }

    @Override
    public CacheShape cacheShape() {
        return new CacheShape(decoderLayers, heads, headSize);
    }

    int attentionWidth() {
        return heads * headSize;
    }

    /** Returns the weights that every token is multiplied by in the encoder, and in the decoder with its head. */
    long multipliedWeights() {
        long attention = 4L * attentionWidth() * width;
        long feedForward = (gated ? 3L : 2L) * feedForwardWidth * width;
        return encoderLayers * (attention + feedForward)
                + decoderLayers * (2 * attention + feedForward)
                + (long) vocabularySize * width;
    }

    /** As Transformers: "gated-gelu" means the tanh approximation; any other name means itself. */
    private static String activation(String projection) {
        String name = projection.equals("gated-gelu") ? "gelu_new" : projection.replaceFirst("^gated-", "");
        if (!ACTIVATIONS.contains(name)) {
            throw new UnsupportedModelException(
                    "config.json: feed_forward_proj '%s' is not supported; supported are %s, each also as gated-…"
                            .formatted(projection, ACTIVATIONS.stream().sorted().toList()));
        }
        return name;
    }

    private static boolean scalesOutput(JsonNode config, String type) {
        if (type.equals("mt5")) {
            return false;
        }
        if (config.path("scale_decoder_outputs").isBoolean()) {
            return config.path("scale_decoder_outputs").asBoolean();
        }
        return config.path("tie_word_embeddings").asBoolean(true);
    }
}
