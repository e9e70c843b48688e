package io.cistern.api.audio;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.transcription.SpeechTask;
import io.cistern.transcription.TranscriptionOptions;
import io.cistern.transcription.WindowMode;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of OpenAI's upload form, and some that it does not have; an empty field is the same as an absent one. */
@Schema(name = "TranscriptionForm")
record TranscriptionForm(
        @JsonProperty(FILE)
        @Schema(
                implementation = String.class,
                format = "binary",
                requiredMode = Schema.RequiredMode.REQUIRED,
                description =
                        "The recording: flac, mp3, mp4, m4a, mov, mpeg, ogg, opus, wav, webm, mkv, amr, aac, aiff, au or caf. Its content tells which, not its name.")
        @Nullable
        Part file,

        @JsonProperty("model")
        @Schema(
                description = "Name or alias of a loaded speech model; the first configured one without it.",
                example = "whisper-1")
        @Nullable
        String model,

        @JsonProperty("language")
        @Schema(description = "ISO 639-1 code of the language that is spoken. Detected without it.", example = "en")
        @Nullable
        String language,

        @JsonProperty("prompt")
        @Schema(
                description =
                        "Text that the recording is taken to continue: names, spelling, style. Its last 223 tokens count. At most 16384 bytes.",
                maxLength = FormFields.LONGEST_TEXT,
                example = "Elinor and Marianne Dashwood")
        String prompt,

        @JsonProperty("response_format")
        @Schema(
                description = "Shape of the answer; with stream only json.",
                allowableValues = {"json", "text", "srt", "verbose_json", "vtt"},
                defaultValue = "json",
                example = "json")
        TranscriptFormat responseFormat,

        @JsonProperty("temperature")
        @Schema(
                description =
                        "0 is greedy search, which is tried again at 0.2, 0.4 … 1 where the text repeats itself or is unlikely. Above 0 the text is drawn once, at this temperature.",
                minimum = "0",
                maximum = "1",
                defaultValue = "0",
                example = "0")
        double temperature,

        @JsonProperty("timestamp_granularities[]")
        @ArraySchema(
                arraySchema =
                        @Schema(
                                description =
                                        "What verbose_json tells the times of; may be given twice. Only with verbose_json."),
                schema =
                        @Schema(
                                allowableValues = {"segment", "word"},
                                defaultValue = "segment"))
        List<String> granularities,

        @JsonProperty("stream")
        @Schema(
                description =
                        "Answer with server-sent events: transcript.text.delta as text is found, then transcript.text.done. At temperature 0 text comes window by window, as a window that is tried again takes nothing back; above 0 word by word.",
                defaultValue = "false",
                example = "false")
        boolean stream,

        @JsonProperty("vad")
        @Schema(
                description =
                        "Leave out what no voice is heard in, so that silence and noise give no text. Not one of OpenAI's fields.",
                defaultValue = "true",
                example = "true")
        boolean vad,

        @JsonProperty("num_beams")
        @Schema(
                description =
                        "Width of beam search at temperature 0; at most the capacity max-batch-size of the model. Not one of OpenAI's fields.",
                minimum = "1",
                maximum = "64",
                defaultValue = "1",
                example = "1")
        int numBeams,

        @JsonProperty("condition_on_previous_text")
        @Schema(
                description =
                        "Read each window of 30 s as a continuation of the text before; repetitions can spread. Not one of OpenAI's fields.",
                defaultValue = "false",
                example = "false")
        boolean conditionOnPreviousText,

        @JsonProperty("mode")
        @Schema(
                description =
                        "How a recording longer than 30 s is read: sequential, each window beginning where the one before ended; batched, cut where nobody speaks and decoded together. Not one of OpenAI's fields.",
                allowableValues = {"auto", "sequential", "batched"},
                defaultValue = "auto",
                example = "auto")
        WindowMode mode,

        @JsonProperty("seed")
        @Schema(
                description = "Seed of what is drawn above temperature 0. Not one of OpenAI's fields.",
                minimum = "0",
                maximum = "" + LARGEST_SEED,
                defaultValue = "0",
                example = "0")
        long seed) {

    static final String FILE = "file";

    private static final int MOST_BEAMS = 64;

    /** The largest integer that every JSON reader reads exactly. */
    private static final long LARGEST_SEED = (1L << 53) - 1;

    /**
     * Reads all fields but the file.
     *
     * @throws io.cistern.api.problem.InvalidRequestException if anything is wrong with them
     */
    static TranscriptionForm of(FormFields fields) {
        TranscriptionForm form = new TranscriptionForm(
                fields.file(),
                fields.text("model"),
                fields.text("language"),
                Objects.requireNonNullElse(fields.text("prompt"), ""),
                fields.choice("response_format", TranscriptFormat.JSON),
                fields.number("temperature", 0, 0, 1),
                fields.texts("timestamp_granularities[]"),
                fields.flag("stream", false),
                fields.flag("vad", true),
                (int) fields.integer("num_beams", 1, 1, MOST_BEAMS),
                fields.flag("condition_on_previous_text", false),
                fields.choice("mode", WindowMode.AUTO),
                fields.integer("seed", 0, 0, LARGEST_SEED));
        form.check(fields);
        fields.raise();
        return form;
    }

    private void check(FormFields fields) {
        fields.require(
                granularities.stream().allMatch(List.of("segment", "word")::contains),
                "timestamp_granularities[]",
                String.join(", ", granularities),
                "must be segment or word");
        fields.require(
                granularities.stream().distinct().count() == granularities.size(),
                "timestamp_granularities[]",
                String.join(", ", granularities),
                "must not repeat a word");
        fields.require(
                granularities.isEmpty() || responseFormat == TranscriptFormat.VERBOSE_JSON,
                "timestamp_granularities[]",
                String.join(", ", granularities),
                "must be absent unless response_format is verbose_json");
        fields.require(
                !stream || responseFormat == TranscriptFormat.JSON,
                "response_format",
                responseFormat.word(),
                "must be json with stream");
        fields.requireTemperature("temperature", temperature);
        fields.requireBeams("num_beams", numBeams, temperature);
        fields.choice("chunking_strategy", Map.of("auto", true), true);
        fields.refuse("is not available", "include[]", "hotwords", "keywords[]");
        fields.refuse("is not available; give one language as language, or none to have it detected", "languages[]");
        fields.refuse(
                "is not available: speakers are not told apart", "known_speaker_names[]", "known_speaker_references[]");
    }

    /** Reads the file. */
    Upload upload() throws IOException {
        try (InputStream recording = Objects.requireNonNull(file).getInputStream()) {
            return Upload.read(recording);
        }
    }

    boolean words() {
        return granularities.contains("word");
    }

    boolean segments() {
        return granularities.isEmpty() || granularities.contains("segment");
    }

    TranscriptionOptions options(SpeechTask task) {
        TranscriptionOptions.Builder options = TranscriptionOptions.builder()
                .language(language)
                .task(task)
                .prompt(prompt)
                .timestamps(responseFormat.hasTimes())
                .words(words())
                .voiceActivity(vad)
                .beams(numBeams)
                .conditionOnPreviousText(conditionOnPreviousText)
                .mode(mode)
                .seed(seed);
        return (temperature > 0 ? options.temperature((float) temperature) : options).build();
    }
}
