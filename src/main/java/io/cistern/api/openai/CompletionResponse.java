package io.cistern.api.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.generation.TokenDetail;
import io.cistern.serving.ServedModel;
import io.cistern.tokenization.TextTokenizer;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answer of {@code /v1/completions}, or one event of its stream: then only the last has the usage. */
@Schema(name = "Completion")
record CompletionResponse(
        @Schema(example = "cmpl-8f14e45fceea167a5a36dedd4bea2543")
        String id,

        @Schema(example = "text_completion") String object,

        @Schema(description = "Seconds since 1970.", example = "1796083200")
        long created,

        @Schema(example = "g2p-en") String model,
        List<Choice> choices,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(description = "Always, but in a stream only with the last event and if stream_options asks for it.")
        @Nullable
        Usage usage) {

    static CompletionResponse of(ServedModel model, List<Choice> choices, @Nullable Usage usage) {
        return new CompletionResponse(
                "cmpl-" + UUID.randomUUID().toString().replace("-", ""),
                "text_completion",
                Instant.now().getEpochSecond(),
                model.id(),
                choices,
                usage);
    }

    /** Returns another event of the same stream. */
    CompletionResponse with(List<Choice> choices, @Nullable Usage usage) {
        return new CompletionResponse(id, object, created, model, choices, usage);
    }

    /** One output; the outputs of a prompt follow each other. */
    @Schema(name = "CompletionChoice")
    record Choice(
            @Schema(example = "HH EH1 L OW0") String text,
            int index,
            @Nullable Logprobs logprobs,

            @JsonProperty("finish_reason")
            @Schema(
                    allowableValues = {"stop", "length"},
                    description = "Null in a stream before the last token.")
            @Nullable
            String finishReason) {}

    /** Log-probabilities of an output's tokens. */
    @Schema(name = "CompletionLogprobs")
    record Logprobs(
            List<String> tokens,
            @JsonProperty("token_logprobs") List<Float> tokenLogprobs,
            @JsonProperty("top_logprobs") @Nullable List<Map<String, Float>> topLogprobs,
            @JsonProperty("text_offset") List<Integer> textOffset) {

        static Logprobs of(
                TextTokenizer tokenizer,
                List<TokenDetail> tokens,
                List<List<TokenDetail>> alternatives,
                List<Integer> offsets) {
            return new Logprobs(
                    tokens.stream()
                            .map(token -> tokenizer.tokenText(token.id()))
                            .toList(),
                    tokens.stream().map(TokenDetail::logProbability).toList(),
                    alternatives.isEmpty()
                            ? null
                            : alternatives.stream()
                                    .map(likely -> byText(tokenizer, likely))
                                    .toList(),
                    offsets);
        }

        private static Map<String, Float> byText(TextTokenizer tokenizer, List<TokenDetail> alternatives) {
            Map<String, Float> byText = new LinkedHashMap<>();
            alternatives.forEach(token -> byText.putIfAbsent(tokenizer.tokenText(token.id()), token.logProbability()));
            return byText;
        }
    }

    /** Tokens read and written, those of discarded candidates included. */
    @Schema(name = "CompletionUsage")
    record Usage(
            @JsonProperty("prompt_tokens") int promptTokens,
            @JsonProperty("completion_tokens") int completionTokens,
            @JsonProperty("total_tokens") int totalTokens) {}
}
