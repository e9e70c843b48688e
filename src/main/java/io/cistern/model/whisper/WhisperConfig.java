package io.cistern.model.whisper;

import io.cistern.cache.CacheShape;
import io.cistern.model.ConfigReader;
import io.cistern.model.ModelConfig;
import io.cistern.model.Task;
import io.cistern.model.TokenReader;
import io.cistern.model.UnsupportedModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * The architecture of a Whisper checkpoint and how it wants to be decoded, read from config.json and
 * generation_config.json.
 *
 * @param vocabularySize rows of the embedding
 * @param melBands num_mel_bins
 * @param width d_model
 * @param encoderLayers encoder_layers
 * @param encoderHeads encoder_attention_heads
 * @param encoderFeedForwardWidth encoder_ffn_dim
 * @param decoderLayers decoder_layers
 * @param decoderHeads decoder_attention_heads
 * @param decoderFeedForwardWidth decoder_ffn_dim
 * @param sourcePositions max_source_positions: encoder positions of a window, 20 ms each
 * @param targetPositions max_target_positions: tokens of a decoder row at most, prompt included
 * @param scalesEmbedding whether token embeddings are multiplied by the square root of the width
 * @param decoderStartTokenId first token of every decoder prompt
 * @param endOfSequenceTokenIds tokens that end a sequence
 * @param suppressTokens tokens that are never chosen
 * @param beginSuppressTokens tokens that are not chosen first
 * @param alignmentHeads heads whose cross-attention follows the audio in time
 * @param multilingual whether the prompt names a language and a task
 * @param languageTokenIds token of each language by its name in the vocabulary, such as {@code <|de|>}
 * @param taskTokenIds token of each task: transcribe and translate
 * @param noTimestampsTokenId token that asks for text without timestamps; those follow it in the vocabulary
 * @param previousTextTokenId token that begins text from before the window
 * @param maxInitialTimestampIndex latest first timestamp, in steps of 20 ms
 */
public record WhisperConfig(
        int vocabularySize,
        int melBands,
        int width,
        int encoderLayers,
        int encoderHeads,
        int encoderFeedForwardWidth,
        int decoderLayers,
        int decoderHeads,
        int decoderFeedForwardWidth,
        int sourcePositions,
        int targetPositions,
        boolean scalesEmbedding,
        int decoderStartTokenId,
        Set<Integer> endOfSequenceTokenIds,
        List<Integer> suppressTokens,
        List<Integer> beginSuppressTokens,
        List<AlignmentHead> alignmentHeads,
        boolean multilingual,
        Map<String, Integer> languageTokenIds,
        Map<String, Integer> taskTokenIds,
        OptionalInt noTimestampsTokenId,
        OptionalInt previousTextTokenId,
        OptionalInt maxInitialTimestampIndex)
        implements ModelConfig {

    /** Ids of the multilingual vocabulary begin here; the English one has fewer. */
    private static final int MULTILINGUAL_VOCABULARY = 51865;

    private static final int END_OF_TEXT = 50256;
    private static final int START_OF_TRANSCRIPT = 50257;

    /** A cross-attention head of a decoder layer. */
    public record AlignmentHead(int layer, int head) {}

    public WhisperConfig {
        endOfSequenceTokenIds = Set.copyOf(endOfSequenceTokenIds);
        suppressTokens = List.copyOf(suppressTokens);
        beginSuppressTokens = List.copyOf(beginSuppressTokens);
        alignmentHeads = List.copyOf(alignmentHeads);
        languageTokenIds = Map.copyOf(languageTokenIds);
        taskTokenIds = Map.copyOf(taskTokenIds);
    }

    public static WhisperConfig from(JsonNode config, Optional<JsonNode> generationConfig) {
        ConfigReader reader = new ConfigReader(config, generationConfig);
        requireGelu(config);
        int vocabularySize = reader.positive("vocab_size");
        TokenReader tokens = new TokenReader(reader, vocabularySize);
        int decoderLayers = reader.positive("decoder_layers");
        int decoderHeads = reader.positive("decoder_attention_heads");
        int width = reader.positive("d_model");
        requireDivides(width, "decoder_attention_heads", decoderHeads);
        requireDivides(width, "encoder_attention_heads", reader.positive("encoder_attention_heads"));
        return new WhisperConfig(
                vocabularySize,
                reader.positive("num_mel_bins", 80),
                width,
                reader.positive("encoder_layers"),
                reader.positive("encoder_attention_heads"),
                reader.positive("encoder_ffn_dim"),
                decoderLayers,
                decoderHeads,
                reader.positive("decoder_ffn_dim"),
                reader.positive("max_source_positions", 1500),
                reader.positive("max_target_positions", 448),
                config.path("scale_embedding").asBoolean(false),
                tokens.token("decoder_start_token_id", START_OF_TRANSCRIPT),
                tokens.endOfSequence(END_OF_TEXT),
                tokens.list("suppress_tokens"),
                tokens.list("begin_suppress_tokens"),
                alignmentHeads(reader.generation("alignment_heads"), decoderLayers, decoderHeads),
                reader.generation("is_multilingual").asBoolean(vocabularySize >= MULTILINGUAL_VOCABULARY),
                tokens.byName("lang_to_id"),
                tokens.byName("task_to_id"),
                tokens.optional("no_timestamps_token_id"),
                tokens.optional("prev_sot_token_id"),
                tokens.optional("max_initial_timestamp_index"));
    }

    @Override
    public String modelType() {
        return "whisper";
    }

    @Override
    public Task task() {
        return Task.SPEECH;
    }

    @Override
    public CacheShape cacheShape() {
        return new CacheShape(decoderLayers, decoderHeads, width / decoderHeads);
    }

    /** Returns the frames of 10 ms of a window. */
    public int windowFrames() {
        return 2 * sourcePositions;
    }

    private static void requireGelu(JsonNode config) {
        String activation = config.path("activation_function").asString("gelu");
        if (!activation.equals("gelu")) {
            throw new UnsupportedModelException(
                    "config.json: activation_function '%s' is not supported; supported is gelu".formatted(activation));
        }
    }

    private static void requireDivides(int width, String name, int heads) {
        if (width % heads != 0) {
            throw new UnsupportedModelException(
                    "config.json: %s is %d and must divide d_model, %d".formatted(name, heads, width));
        }
    }

    /** As OpenAI does where nobody measured them: all heads of the last half of the layers. */
    private static List<AlignmentHead> alignmentHeads(JsonNode pairs, int layers, int heads) {
        List<AlignmentHead> found = new ArrayList<>();
        for (JsonNode pair : pairs) {
            AlignmentHead head =
                    new AlignmentHead(pair.path(0).asInt(-1), pair.path(1).asInt(-1));
            if (head.layer() < 0 || head.layer() >= layers || head.head() < 0 || head.head() >= heads) {
                throw new UnsupportedModelException(
                        "generation_config.json: alignment_heads has %s, but the decoder has %d layers of %d heads"
                                .formatted(pair, layers, heads));
            }
            found.add(head);
        }
        return found.isEmpty() ? lastHalf(layers, heads) : found;
    }

    private static List<AlignmentHead> lastHalf(int layers, int heads) {
        return IntStream.range(layers / 2 * heads, layers * heads)
                .mapToObj(i -> new AlignmentHead(i / heads, i % heads))
                .toList();
    }
}
