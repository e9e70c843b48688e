package io.cistern.api.openai;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Body of {@code /v1/completions}; null is absent. */
record CompletionRequest(
        @JsonProperty("model")
        @Size(max = 200)
        @Schema(description = "Name of a loaded model; the first configured one without it.", example = "g2p-en")
        @Nullable
        String model,

        @JsonProperty("prompt") @NotNull @Schema(description = "The text, or several.", example = "pronounce: hello")
        Prompt prompt,

        @JsonProperty("max_tokens")
        @Min(1)
        @Max(1_000_000)
        @Schema(
                description =
                        "Tokens to generate at most. Unlike OpenAI's 16, the default is what the capacity of the model allows: an answer is never cut at a small default.",
                example = "64")
        @Nullable
        Integer maxTokens,

        @JsonProperty("temperature")
        @DecimalMin("0")
        @DecimalMax("2")
        @Schema(
                description =
                        "0 takes the most likely tokens; above 0 tokens are drawn. Unlike OpenAI's 1, the default is 0 (unless top_p, n or best_of ask for drawing): translation and transcription want the most likely text.",
                defaultValue = "0",
                example = "0.7")
        @Nullable
        Double temperature,

        @JsonProperty("top_p")
        @DecimalMin("0.000001")
        @DecimalMax("1")
        @Schema(
                description = "Draw from the smallest set of tokens with this probability.",
                defaultValue = "1",
                example = "0.95")
        @Nullable
        Double topP,

        @JsonProperty("n")
        @Min(1)
        @Max(64)
        @Schema(description = "Choices per prompt.", defaultValue = "1", example = "2")
        @Nullable
        Integer n,

        @JsonProperty("best_of")
        @Min(1)
        @Max(64)
        @Schema(
                description = "Draw this many choices and answer with the n most likely.",
                defaultValue = "n",
                example = "2")
        @Nullable
        Integer bestOf,

        @JsonProperty("stop")
        @Size(max = 4)
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        @Schema(description = "A string or up to four; the text ends before the first of them.", example = "[\"\\n\"]")
        @Nullable
        List<@NotNull @Size(min = 1, max = 256) String> stop,

        @JsonProperty("seed")
        @Min(0)
        @Schema(description = "Same seed, same text. Drawn when absent.", example = "42")
        @Nullable
        Long seed,

        @JsonProperty("logprobs")
        @Min(0)
        @Max(5)
        @Schema(
                description = "Answer with the log-probabilities of the tokens and this many alternatives.",
                example = "2")
        @Nullable
        Integer logprobs,

        @JsonProperty("echo")
        @Schema(
                description = "Put the prompt before the text; not together with logprobs.",
                defaultValue = "false",
                example = "false")
        @Nullable
        Boolean echo,

        @JsonProperty("presence_penalty")
        @DecimalMin("-2")
        @DecimalMax("2")
        @Schema(
                description = "Subtracted from the logit of a token that occurred.",
                defaultValue = "0",
                example = "0.1")
        @Nullable
        Double presencePenalty,

        @JsonProperty("frequency_penalty")
        @DecimalMin("-2")
        @DecimalMax("2")
        @Schema(
                description = "Subtracted from a token's logit for every time it occurred.",
                defaultValue = "0",
                example = "0.1")
        @Nullable
        Double frequencyPenalty,

        @JsonProperty("suffix")
        @Size(max = 0, message = "must be absent: insertion is not available")
        @Schema(description = "Not available.")
        @Nullable
        String suffix,

        @JsonProperty("logit_bias")
        @Size(max = 0, message = "must be empty: logit biases are not available")
        @Schema(description = "Not available.")
        @Nullable
        Map<String, Double> logitBias,

        @JsonProperty("stream")
        @Schema(
                description = "Answer with a stream of events, one per token; one prompt and one choice only.",
                defaultValue = "false",
                example = "false")
        @Nullable
        Boolean stream,

        @JsonProperty("stream_options") @Schema(description = "With stream only.") @Nullable
        StreamOptions streamOptions,

        @JsonProperty("user") @Size(max = 512) @Schema(description = "Taken and not used.") @Nullable
        String user) {

    /** What a stream has beside its tokens. */
    @Schema(name = "CompletionStreamOptions")
    record StreamOptions(
            @JsonProperty("include_usage")
            @Schema(
                    description = "End with an event that has the usage and no choices.",
                    defaultValue = "false",
                    example = "true")
            @Nullable
            Boolean includeUsage) {}

    boolean streams() {
        return Boolean.TRUE.equals(stream);
    }

    boolean streamsUsage() {
        return streamOptions != null && Boolean.TRUE.equals(streamOptions.includeUsage());
    }

    /** Returns whether tokens are drawn: by the temperature, or without one by anything that only drawing can give. */
    boolean sampling() {
        if (temperature != null) {
            return temperature > 0;
        }
        return candidates() > 1 || (topP != null && topP < 1);
    }

    int choices() {
        return Objects.requireNonNullElse(n, 1);
    }

    int candidates() {
        return Math.max(choices(), Objects.requireNonNullElse(bestOf, 1));
    }

    boolean echoes() {
        return Boolean.TRUE.equals(echo);
    }
}
