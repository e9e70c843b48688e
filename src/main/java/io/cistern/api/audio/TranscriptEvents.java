package io.cistern.api.audio;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.transcription.TokenUsage;
import io.cistern.transcription.Transcript;
import io.swagger.v3.oas.annotations.media.Schema;

/** OpenAI's events of a transcript that is streamed. */
final class TranscriptEvents {

    private TranscriptEvents() {}

    /** Further text; all deltas joined are the text of the last event. */
    @Schema(name = "TranscriptTextDelta")
    record Delta(@Schema(example = "transcript.text.delta") String type, String delta) {

        static Delta of(String text) {
            return new Delta("transcript.text.delta", text);
        }
    }

    /** The end. */
    @Schema(name = "TranscriptTextDone")
    record Done(@Schema(example = "transcript.text.done") String type, String text, Usage usage) {

        static Done of(Transcript transcript) {
            return new Done("transcript.text.done", transcript.text(), Usage.of(transcript.usage()));
        }
    }

    /** Tokens read and written; 1,500 audio tokens stand for a window of 30 s. */
    @Schema(name = "TranscriptTokenUsage")
    record Usage(
            @Schema(example = "tokens") String type,
            @JsonProperty("input_tokens") int inputTokens,
            @JsonProperty("input_token_details") InputDetails inputDetails,
            @JsonProperty("output_tokens") int outputTokens,
            @JsonProperty("total_tokens") int totalTokens) {

        static Usage of(TokenUsage usage) {
            int input = usage.audio() + usage.prompt();
            return new Usage(
                    "tokens",
                    input,
                    new InputDetails(usage.prompt(), usage.audio()),
                    usage.generated(),
                    input + usage.generated());
        }
    }

    /** What was read. */
    @Schema(name = "TranscriptInputDetails")
    record InputDetails(
            @JsonProperty("text_tokens") int textTokens,
            @JsonProperty("audio_tokens") int audioTokens) {}
}
