package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A further output of an input, worse than the one that was answered with. */
@Schema(name = "BestOfSequence")
public record BestOfSequence(
        @JsonProperty("generated_text") String generatedText,
        @JsonProperty("finish_reason") String finishReason,
        @JsonProperty("generated_tokens") int generatedTokens,

        @JsonInclude(JsonInclude.Include.ALWAYS) @Schema(implementation = Long.class, maximum = Seed.LARGEST) @Nullable
        Seed seed,

        List<PrefillToken> prefill,
        List<Token> tokens,

        @JsonProperty("top_tokens") @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<List<Token>> topTokens) {}
