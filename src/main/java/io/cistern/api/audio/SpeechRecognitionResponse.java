package io.cistern.api.audio;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.cistern.transcription.Segment;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.Word;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A transcript in Hugging Face's shape. */
@Schema(name = "SpeechRecognition")
@JsonInclude(JsonInclude.Include.NON_NULL)
record SpeechRecognitionResponse(
        @Schema(example = "And Mr. John Dashwood had then leisure to consider …")
        String text,

        @Schema(description = "With return_timestamps.") @Nullable
        List<Chunk> chunks) {

    /** A passage or a word, with the second at which it begins and the one at which it ends. */
    @Schema(name = "SpeechRecognitionChunk")
    record Chunk(
            String text, @Schema(example = "[0.0, 7.0]") List<Double> timestamp) {

        static Chunk of(Segment segment) {
            return new Chunk(segment.text(), List.of(segment.start(), segment.end()));
        }

        static Chunk of(Word word) {
            return new Chunk(word.text(), List.of(word.start(), word.end()));
        }
    }

    static SpeechRecognitionResponse of(Transcript transcript, ReturnTimestamps timestamps) {
        return new SpeechRecognitionResponse(
                transcript.text(),
                switch (timestamps) {
                    case NONE -> null;
                    case SEGMENT ->
                        transcript.segments().stream().map(Chunk::of).toList();
                    case WORD -> transcript.words().stream().map(Chunk::of).toList();
                });
    }
}
