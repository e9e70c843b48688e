package io.cistern.api.inference;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.problem.Violations;
import io.cistern.api.text.GenerateParameters;
import io.cistern.api.text.GenerateRequest;
import io.cistern.api.text.Inputs;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Body of the Open Inference Protocol's {@code generate} and {@code generate_stream}. */
@Schema(name = "InferenceRequest")
record InferenceRequest(
        @Size(max = 128) @Schema(description = "Comes back with the answer.", example = "7") @Nullable
        String id,

        @JsonProperty("text_input") @NotEmpty @Schema(description = "The text.", example = "pronounce: hello world")
        String textInput,

        @Valid @Schema(description = "The parameters of /generate.") @Nullable
        GenerateParameters parameters) {

    private static final String TEXT_ONLY = "cannot be had in a stream: its events have the new text only";

    /**
     * Returns the request to {@code /generate} that this one means.
     *
     * @throws io.cistern.api.problem.InvalidRequestException if a stream is to show what its events do not have
     */
    GenerateRequest toGenerateRequest(String model, boolean stream) {
        if (stream && parameters != null) {
            Violations violations = new Violations().within("parameters");
            violations.require(!Boolean.TRUE.equals(parameters.returnFullText()), "return_full_text", true, TEXT_ONLY);
            parameters.requireTextOnly(violations, TEXT_ONLY);
            violations.raise();
        }
        return GenerateRequest.of(new Inputs(List.of(textInput), true), parameters, model, stream);
    }
}
