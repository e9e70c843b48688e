package io.cistern.api.audio;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.problem.Violations;
import io.cistern.transcription.SpeechTask;
import io.cistern.transcription.TranscriptionOptions;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/** A recording in JSON, as Hugging Face's clients send it when there are parameters; null is absent. */
@Schema(name = "SpeechRecognitionRequest")
record SpeechRecognitionRequest(
        @NotNull
        @JsonDeserialize(using = JsonUpload.Deserializer.class)
        @Schema(
                implementation = String.class,
                description = "The recording in base64.",
                format = "byte",
                example = "UklGRg==")
        Upload inputs,

        @Valid @Nullable Parameters parameters) {

    /** Where the generation parameters stand. */
    static final String GENERATION_PARAMETERS = "parameters.generation_parameters";

    private static final Generation USUAL = new Generation(null, null, null, null);

    /** How to transcribe. */
    @Schema(name = "SpeechRecognitionParameters")
    record Parameters(
            @JsonProperty("return_timestamps")
            @Schema(
                    description = "true answers with the passages of the text as chunks, \"word\" with its words.",
                    oneOf = {Boolean.class, String.class})
            @Nullable
            ReturnTimestamps returnTimestamps,

            @Valid @JsonProperty("generation_parameters") @Nullable
            Generation generationParameters) {}

    /** How to find the text. */
    @Schema(name = "SpeechRecognitionGeneration")
    record Generation(
            @DecimalMin("0")
            @DecimalMax("1")
            @Schema(
                    description = "0 is greedy search with tries at higher temperatures where the text is implausible.",
                    defaultValue = "0",
                    example = "0")
            @Nullable
            Double temperature,

            @JsonProperty("num_beams")
            @Min(1)
            @Max(64)
            @Schema(description = "Width of beam search at temperature 0.", defaultValue = "1", example = "1")
            @Nullable
            Integer numBeams,

            @Schema(description = "ISO 639-1 code of the language that is spoken. Detected without it.", example = "en")
            @Nullable
            String language,

            @Pattern(regexp = "transcribe|translate", message = "must be transcribe or translate")
            @Schema(
                    allowableValues = {"transcribe", "translate"},
                    defaultValue = "transcribe")
            @Nullable
            String task) {}

    ReturnTimestamps timestamps() {
        return parameters == null || parameters.returnTimestamps == null
                ? ReturnTimestamps.NONE
                : parameters.returnTimestamps;
    }

    int beams() {
        return Objects.requireNonNullElse(generation().numBeams, 1);
    }

    SpeechTask task() {
        return "translate".equals(generation().task) ? SpeechTask.TRANSLATE : SpeechTask.TRANSCRIBE;
    }

    TranscriptionOptions options(SpeechTask task) {
        Generation generation = generation();
        double temperature = Objects.requireNonNullElse(generation.temperature, 0.0);
        generationViolations()
                .requireTemperature("temperature", temperature)
                .requireBeams("num_beams", beams(), temperature)
                .raise();
        TranscriptionOptions.Builder options = TranscriptionOptions.builder()
                .language(generation.language)
                .task(task)
                .beams(beams())
                .timestamps(timestamps() != ReturnTimestamps.NONE)
                .words(timestamps() == ReturnTimestamps.WORD);
        return (temperature > 0 ? options.temperature((float) temperature) : options).build();
    }

    /** Returns an empty list of what is wrong with the generation parameters. */
    static Violations generationViolations() {
        return new Violations().within(GENERATION_PARAMETERS);
    }

    private Generation generation() {
        return parameters == null || parameters.generationParameters == null ? USUAL : parameters.generationParameters;
    }
}
