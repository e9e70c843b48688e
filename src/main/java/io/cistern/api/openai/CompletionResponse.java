package io.cistern.api.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer of {@code /v1/completions}. */
@Schema(name = "Completion")
record CompletionResponse(
        @Schema(example = "cmpl-8f14e45fceea167a5a36dedd4bea2543")
        String id,

        @Schema(example = "text_completion") String object,

        @Schema(description = "Seconds since 1970.", example = "1796083200")
        long created,

        @Schema(example = "g2p-en") String model,
        List<Choice> choices,
        Usage usage) {

    /** One output; the outputs of a prompt follow each other. */
    @Schema(name = "CompletionChoice")
    record Choice(
            @Schema(example = "HH EH1 L OW0") String text,
            int index,
            @Nullable Logprobs logprobs,

            @JsonProperty("finish_reason") @Schema(allowableValues = {"stop", "length"})
            String finishReason) {}

    /** Log-probabilities of an output's tokens. */
    @Schema(name = "CompletionLogprobs")
    record Logprobs(
            List<String> tokens,
            @JsonProperty("token_logprobs") List<Float> tokenLogprobs,
            @JsonProperty("top_logprobs") @Nullable List<Map<String, Float>> topLogprobs,
            @JsonProperty("text_offset") List<Integer> textOffset) {}

    /** Tokens read and written, those of discarded candidates included. */
    @Schema(name = "CompletionUsage")
    record Usage(
            @JsonProperty("prompt_tokens") int promptTokens,
            @JsonProperty("completion_tokens") int completionTokens,
            @JsonProperty("total_tokens") int totalTokens) {}
}
