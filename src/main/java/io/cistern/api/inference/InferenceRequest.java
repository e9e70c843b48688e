package io.cistern.api.inference;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.text.GenerateParameters;
import io.cistern.api.text.GenerateRequest;
import io.cistern.api.text.Inputs;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Body of the Open Inference Protocol's {@code generate} and {@code generate_stream}. */
@Schema(name = "InferenceRequest")
record InferenceRequest(
        @Size(max = 128) @Schema(description = "Comes back with the answer.", example = "7") @Nullable
        String id,

        @JsonProperty("text_input") @NotEmpty @Schema(description = "The text.", example = "pronounce: hello world")
        String textInput,

        @Valid
        @JsonDeserialize(using = InferenceParameters.class)
        @Schema(description = "The parameters of /generate; max_tokens is another name of max_new_tokens.")
        @Nullable
        GenerateParameters parameters) {

    GenerateRequest toGenerateRequest(String model, boolean stream) {
        return GenerateRequest.of(new Inputs(List.of(textInput), true), parameters, model, stream);
    }
}
