package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;

/** One of several outputs that {@code num_return_sequences} asked for. */
@Schema(name = "ScoredSequence")
public record ScoredSequence(
        @JsonProperty("generated_text") @Schema(example = "HH EH1 L OW0")
        String generatedText,

        @Schema(
                description =
                        "Beam search: log-probability over length^length_penalty; sampling: log-probability per token.")
        float score,

        @JsonProperty("finish_reason") String finishReason,
        @JsonProperty("generated_tokens") int generatedTokens) {}
