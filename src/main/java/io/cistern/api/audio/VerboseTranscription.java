package io.cistern.api.audio;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.audio.TranscriptionResponse.DurationUsage;
import io.cistern.transcription.SpeechTask;
import io.cistern.transcription.Transcript;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A transcript as {@code verbose_json}; times are seconds. */
@Schema(name = "VerboseTranscription")
@JsonInclude(JsonInclude.Include.NON_NULL)
record VerboseTranscription(
        @Schema(allowableValues = {"transcribe", "translate"})
        String task,

        @Schema(
                description =
                        "Name of the language that was given or detected; of a translation, english. unknown where nobody speaks.",
                example = "english")
        String language,

        @Schema(description = "Length of the recording.", example = "7.1")
        double duration,

        String text,

        @Schema(description = "With the granularity segment, which is the default.") @Nullable
        List<Segment> segments,

        @Schema(description = "With the granularity word.") @Nullable
        List<Word> words,

        DurationUsage usage) {

    /** A passage. */
    @Schema(name = "TranscriptionSegment")
    record Segment(
            int id,

            @Schema(description = "Where its window begins, in frames of 10 ms.")
            int seek,

            double start,
            double end,
            String text,
            List<Integer> tokens,
            float temperature,
            @JsonProperty("avg_logprob") float averageLogProbability,
            @JsonProperty("compression_ratio") float compressionRatio,
            @JsonProperty("no_speech_prob") float noSpeechProbability) {

        static Segment of(io.cistern.transcription.Segment segment) {
            return new Segment(
                    segment.id(),
                    segment.seek(),
                    milliseconds(segment.start()),
                    milliseconds(segment.end()),
                    segment.text(),
                    segment.tokens(),
                    segment.temperature(),
                    segment.averageLogProbability(),
                    segment.compressionRatio(),
                    segment.noSpeechProbability());
        }
    }

    /** A word. */
    @Schema(name = "TranscriptionWord")
    record Word(@Schema(example = "Dashwood") String word, double start, double end) {

        static Word of(io.cistern.transcription.Word word) {
            return new Word(word.text().strip(), milliseconds(word.start()), milliseconds(word.end()));
        }
    }

    static VerboseTranscription of(Transcript transcript, SpeechTask task, boolean segments, boolean words) {
        return new VerboseTranscription(
                task.name().toLowerCase(Locale.ROOT),
                LanguageNames.of(task == SpeechTask.TRANSLATE ? "en" : transcript.language()),
                milliseconds(transcript.durationSeconds()),
                transcript.text(),
                segments ? transcript.segments().stream().map(Segment::of).toList() : null,
                words ? transcript.words().stream().map(Word::of).toList() : null,
                DurationUsage.of(transcript.durationSeconds()));
    }

    /** Rounds a time: further digits are noise of the arithmetic. */
    private static double milliseconds(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }
}
