package io.cistern.api.audio;

import io.cistern.transcription.Transcript;
import io.swagger.v3.oas.annotations.media.Schema;

/** A transcript as {@code json}. */
@Schema(name = "Transcription")
record TranscriptionResponse(
        @Schema(example = "And Mr. John Dashwood had then leisure to consider …")
        String text,

        DurationUsage usage) {

    static TranscriptionResponse of(Transcript transcript) {
        return new TranscriptionResponse(transcript.text(), DurationUsage.of(transcript.durationSeconds()));
    }

    /** What is counted: the length of the recording. */
    @Schema(name = "TranscriptionUsage")
    record DurationUsage(
            @Schema(example = "duration") String type,

            @Schema(description = "Seconds of audio, begun ones included.", example = "8")
            long seconds) {

        static DurationUsage of(double seconds) {
            return new DurationUsage("duration", (long) Math.ceil(seconds));
        }
    }
}
