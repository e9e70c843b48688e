package io.cistern.api.problem;

import io.swagger.v3.oas.annotations.media.Schema;

/** The error body of the Open Inference Protocol. */
@Schema(name = "InferenceError")
public record InferenceError(
        @Schema(example = "model 'gpt' is not loaded; loaded are g2p-en")
        String error) {}
