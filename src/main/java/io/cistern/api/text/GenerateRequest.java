package io.cistern.api.text;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Body of {@code /generate}, {@code /} and {@code /tokenize}. */
public record GenerateRequest(
        @NotNull
        @Schema(
                description = "The text, or several: a list is answered with a list in the same order.",
                example = "pronounce: hello world")
        Inputs inputs,

        @Valid @Schema(description = "How to generate; greedy search without it.")
        GenerateParameters parameters,

        @Size(max = 200)
        @Schema(description = "Name of a loaded model; the first configured one without it.", example = "g2p-en")
        @Nullable
        String model,

        @Schema(
                description = "Answer with a stream of events, one per token.",
                defaultValue = "false",
                example = "false")
        @Nullable
        Boolean stream) {

    public GenerateRequest {
        parameters = parameters == null ? GenerateParameters.NONE : parameters;
    }

    /** Makes the request that another protocol's means. */
    public static GenerateRequest of(
            Inputs inputs, @Nullable GenerateParameters parameters, @Nullable String model, boolean stream) {
        return new GenerateRequest(inputs, parameters == null ? GenerateParameters.NONE : parameters, model, stream);
    }

    boolean streams() {
        return Boolean.TRUE.equals(stream);
    }

    /** Returns what stands before the output of an input: the input itself, if it is to be returned, or nothing. */
    String textBefore(int input) {
        return Boolean.TRUE.equals(parameters.returnFullText()) ? inputs.texts().get(input) : "";
    }

    /** Returns the same request for a stream. */
    GenerateRequest streamed() {
        return new GenerateRequest(inputs, parameters, model, true);
    }
}
