package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.generation.FinishReason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an output came about. */
@Schema(name = "Details")
public record Details(
        @JsonProperty("finish_reason") @Schema(allowableValues = {"length", "eos_token", "stop_sequence"})
        String finishReason,

        @JsonProperty("generated_tokens") @Schema(example = "13")
        int generatedTokens,

        @JsonInclude(JsonInclude.Include.ALWAYS)
        @Schema(
                implementation = Long.class,
                maximum = Seed.LARGEST,
                description = "The seed that was drawn with; null without sampling.")
        @Nullable
        Seed seed,

        @Schema(description = "The decoder start token, with decoder_input_details.")
        List<PrefillToken> prefill,

        List<Token> tokens,

        @JsonProperty("top_tokens") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<List<Token>> topTokens,

        @JsonProperty("best_of_sequences")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Schema(description = "The outputs after the best, with best_of or num_return_sequences.")
        List<BestOfSequence> bestOfSequences,

        @JsonProperty("input_length") @Schema(description = "Tokens that were encoded.", example = "17")
        int inputLength,

        @Schema(description = "Whether truncate removed tokens from the input.")
        boolean truncated,

        @JsonProperty("truncated_tokens") @Schema(description = "How many.")
        int truncatedTokens,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable VerificationReport verification) {

    static String reason(FinishReason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
