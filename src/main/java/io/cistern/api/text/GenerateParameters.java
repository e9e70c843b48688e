package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.problem.Violations;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.AssertFalse;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Null;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How to generate: Text Generation Inference's parameters and Transformers' for beam search. Null is absent, which means
 * the default; the bounds here hold for every model, those of a model's capacity come on top.
 */
public record GenerateParameters(
        @JsonProperty("max_new_tokens")
        @Min(1)
        @Max(1_000_000)
        @Schema(
                description =
                        "Tokens to generate at most; at most the capacity of the model (max-cache-length) less 1 for the decoder start token, which is also what is used without it.",
                example = "64")
        @Nullable
        Integer maxNewTokens,

        @JsonProperty("max_tokens")
        @Min(1)
        @Max(1_000_000)
        @Schema(description = "Another name of max_new_tokens: the Open Inference Protocol's.", example = "64")
        @Nullable
        Integer maxTokens,

        @JsonProperty("min_new_tokens")
        @Min(0)
        @Max(1_000_000)
        @Schema(
                description = "Tokens before an end-of-sequence token is allowed; at most max_new_tokens.",
                defaultValue = "0",
                example = "1")
        @Nullable
        Integer minNewTokens,

        @JsonProperty("do_sample")
        @Schema(
                description =
                        "Draw tokens instead of taking the most likely. Any of temperature, top_k, top_p and typical_p switches it on too.",
                defaultValue = "false",
                example = "true")
        @Nullable
        Boolean doSample,

        @JsonProperty("temperature")
        @DecimalMin("0.000001")
        @DecimalMax("100")
        @Schema(description = "Divides the logits before drawing.", defaultValue = "1", example = "0.8")
        @Nullable
        Double temperature,

        @JsonProperty("top_k")
        @Min(1)
        @Max(1_000_000)
        @Schema(description = "Draw from this many most likely tokens.", example = "50")
        @Nullable
        Integer topK,

        @JsonProperty("top_p")
        @DecimalMin("0.000001")
        @DecimalMax(value = "1", inclusive = false)
        @Schema(description = "Draw from the smallest set of tokens with this probability.", example = "0.95")
        @Nullable
        Double topP,

        @JsonProperty("typical_p")
        @DecimalMin("0.000001")
        @DecimalMax(value = "1", inclusive = false)
        @Schema(description = "Locally typical sampling.", example = "0.95")
        @Nullable
        Double typicalP,

        @JsonProperty("seed")
        @Schema(
                implementation = Long.class,
                minimum = "0",
                maximum = Seed.LARGEST,
                description =
                        "Seed of the random numbers: same seed, same text. Input i of a list draws with seed + i. Drawn when absent, and reported in the details.",
                example = "42")
        @Nullable
        Seed seed,

        @JsonProperty("best_of")
        @Min(1)
        @Max(MOST_CANDIDATES)
        @Schema(
                description =
                        "Draw this many candidates and answer with the most likely; needs sampling. May be combined with a seed.",
                defaultValue = "1",
                example = "2")
        @Nullable
        Integer bestOf,

        @JsonProperty("num_beams")
        @Min(1)
        @Max(64)
        @Schema(
                description =
                        "Width of beam search, which cannot be combined with sampling. num_beams times the number of inputs is at most the capacity max-batch-size.",
                defaultValue = "1",
                example = "4")
        @Nullable
        Integer numBeams,

        @JsonProperty("num_return_sequences")
        @Min(1)
        @Max(64)
        @Schema(
                description =
                        "Outputs per input, best first; more than 1 needs as many beams or sampling. The answer then also has sequences.",
                defaultValue = "1",
                example = "2")
        @Nullable
        Integer numReturnSequences,

        @JsonProperty("length_penalty")
        @DecimalMin("-10")
        @DecimalMax("10")
        @Schema(
                description =
                        "Exponent of the length that a beam's score is divided by; above 0 favours long outputs. Needs beams to have an effect.",
                defaultValue = "1",
                example = "1")
        @Nullable
        Double lengthPenalty,

        @JsonProperty("early_stopping")
        @Schema(
                description =
                        "When beam search ends: false (no better output is likely), true (as soon as there are num_beams outputs) or \"never\" (no better output is possible).")
        @Nullable
        EarlyStopping earlyStopping,

        @JsonProperty("repetition_penalty")
        @DecimalMin("0.000001")
        @DecimalMax("1000")
        @Schema(description = "Above 1 makes tokens that occurred less likely.", defaultValue = "1", example = "1.2")
        @Nullable
        Double repetitionPenalty,

        @JsonProperty("frequency_penalty")
        @DecimalMin("-2")
        @DecimalMax("2")
        @Schema(
                description = "Subtracted from a token's logit for every time it occurred.",
                defaultValue = "0",
                example = "0.1")
        @Nullable
        Double frequencyPenalty,

        @JsonProperty("no_repeat_ngram_size")
        @Min(0)
        @Max(1000)
        @Schema(
                description = "No sequence of this many tokens occurs twice; 0 turns it off.",
                defaultValue = "0",
                example = "3")
        @Nullable
        Integer noRepeatNgramSize,

        @JsonProperty("forced_bos_token_id")
        @Min(0)
        @Schema(
                description =
                        "Token that must come first, such as the target language of a translation model; below the vocabulary size.",
                example = "250004")
        @Nullable
        Integer forcedBosTokenId,

        @JsonProperty("suppress_tokens")
        @Size(max = 1024)
        @Schema(description = "Tokens that are never chosen; ids below the vocabulary size.", example = "[5, 6]")
        @Nullable
        List<@NotNull @Min(0) Integer> suppressTokens,

        @JsonProperty("bad_words_ids")
        @Size(max = 256)
        @Schema(
                description = "Token sequences that are never completed; ids below the vocabulary size.",
                example = "[[5, 6]]")
        @Nullable
        List<@NotNull @Size(min = 1, max = 64) List<@NotNull @Min(0) Integer>> badWordsIds,

        @JsonProperty("stop")
        @Size(max = 4)
        @Schema(description = "The text ends before the first of these strings.", example = "[\"\\n\"]")
        @Nullable
        List<@NotNull @Size(min = 1, max = 256) String> stop,

        @JsonProperty("truncate")
        @Min(1)
        @Max(1_000_000)
        @Schema(
                description =
                        "Keep only this many last tokens of an input; at most the capacity max-encoder-length. Without it an input that is too long is refused.",
                example = "512")
        @Nullable
        Integer truncate,

        @JsonProperty("return_full_text")
        @Schema(description = "Put the input before the generated text.", defaultValue = "false", example = "false")
        @Nullable
        Boolean returnFullText,

        @JsonProperty("details")
        @Schema(
                description = "Answer with tokens, log-probabilities and the reason of the end.",
                defaultValue = "false",
                example = "true")
        @Nullable
        Boolean details,

        @JsonProperty("decoder_input_details")
        @Schema(
                description = "List the decoder start token in details.prefill.",
                defaultValue = "false",
                example = "true")
        @Nullable
        Boolean decoderInputDetails,

        @JsonProperty("top_n_tokens")
        @Min(0)
        @Max(5)
        @Schema(
                description =
                        "Alternatives to list for every token in details.top_tokens; above 0 it switches the details on.",
                defaultValue = "0",
                example = "2")
        @Nullable
        Integer topNTokens,

        @JsonProperty("verify")
        @Schema(
                description =
                        "Run the request again with a growing cache, alone, and report in details.verification whether all tokens are equal.",
                defaultValue = "false",
                example = "true")
        @Nullable
        Boolean verify,

        @JsonProperty("watermark")
        @AssertFalse(message = "must be false: watermarks are not available")
        @Schema(description = "Not available.", defaultValue = "false", example = "false")
        @Nullable
        Boolean watermark,

        @JsonProperty("grammar")
        @Null(message = "must be null: grammars are not available")
        @Schema(description = "Not available.")
        @Nullable
        Map<String, Object> grammar,

        @JsonProperty("adapter_id")
        @Null(message = "must be null: adapters are not available")
        @Schema(description = "Not available.")
        @Nullable
        String adapterId) {

    /** The largest best_of; a capacity of fewer rows bounds it further. */
    static final int MOST_CANDIDATES = 64;

    /** A request without parameters. */
    static final GenerateParameters NONE = new GenerateParameters(
            null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
            null, null, null, null, null, null, null, null, null, null, null, null);

    /** Returns the limit of new tokens under either name. */
    @Nullable
    Integer newTokens() {
        return maxNewTokens == null ? maxTokens : maxNewTokens;
    }

    /** Returns the name that the limit is given under. */
    String newTokensName() {
        return maxNewTokens == null && maxTokens != null ? "max_tokens" : "max_new_tokens";
    }

    /** Returns whether tokens are drawn, which any parameter of the drawing switches on. */
    boolean sampling() {
        return Boolean.TRUE.equals(doSample)
                || Stream.of(temperature, topK, topP, typicalP).anyMatch(Objects::nonNull);
    }

    boolean verifies() {
        return Boolean.TRUE.equals(verify);
    }

    /** Notes what would add to an answer of which only the text is shown. */
    public void requireTextOnly(Violations violations, String reason) {
        violations
                .require(!Boolean.TRUE.equals(details), "details", true, reason)
                .require(!Boolean.TRUE.equals(decoderInputDetails), "decoder_input_details", true, reason)
                .require(!verifies(), "verify", true, reason)
                .require(Objects.requireNonNullElse(topNTokens, 0) == 0, "top_n_tokens", topNTokens, reason);
    }

    int beams() {
        return Objects.requireNonNullElse(numBeams, 1);
    }

    int returned() {
        return Objects.requireNonNullElse(numReturnSequences, 1);
    }

    /** Returns how many outputs are drawn for an input. */
    int candidates() {
        return sampling() ? Math.max(Objects.requireNonNullElse(bestOf, 1), returned()) : 1;
    }
}
