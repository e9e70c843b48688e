package io.cistern.api.text;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertFalse;
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

        @AssertFalse(message = "must be false: streaming is not available yet")
        @Schema(description = "Not available yet.", defaultValue = "false")
        @Nullable
        Boolean stream) {

    public GenerateRequest {
        parameters = parameters == null ? GenerateParameters.NONE : parameters;
    }
}
