package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationResult;
import io.cistern.serving.GenerationAnswer;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One event of a stream: a token, and with the last one the whole text. */
@Schema(name = "StreamResponse")
record StreamResponse(
        @Schema(description = "1 for the first token.", example = "1")
        int index,

        @Schema(
                description =
                        "The token. Its text is what it adds: empty within a character and for special tokens; all of them joined are the generated text.")
        Token token,

        @JsonProperty("top_tokens")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Schema(description = "The most likely alternatives, with top_n_tokens.")
        List<Token> topTokens,

        @JsonProperty("generated_text") @Schema(description = "The whole text, with the last token.") @Nullable
        String generatedText,

        @Schema(description = "With the last token.") @Nullable
        StreamDetails details) {

    /** How a streamed output came about. */
    @Schema(name = "StreamDetails")
    record StreamDetails(
            @JsonProperty("finish_reason") @Schema(allowableValues = {"length", "eos_token", "stop_sequence"})
            String finishReason,

            @JsonProperty("generated_tokens") @Schema(example = "13")
            int generatedTokens,

            @Schema(
                    implementation = Long.class,
                    maximum = Seed.LARGEST,
                    description = "The seed that was drawn with; null without sampling.")
            @Nullable
            Seed seed,

            @JsonProperty("input_length") @Schema(description = "Tokens that were encoded.", example = "17")
            int inputLength,

            @Schema(description = "Whether truncate removed tokens from the input.")
            boolean truncated,

            @JsonProperty("truncated_tokens") @Schema(description = "How many.")
            int truncatedTokens,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            VerificationReport verification) {

        static StreamDetails of(GenerationAnswer answer) {
            GenerationResult result = answer.results().get(0);
            GeneratedSequence output = result.sequences().get(0);
            int cut = answer.truncatedTokens().get(0);
            return new StreamDetails(
                    Details.reason(output.finishReason()),
                    output.tokens().size(),
                    Seed.of(result.seed()),
                    result.encoderLength(),
                    cut > 0,
                    cut,
                    VerificationReport.of(answer));
        }
    }
}
