package io.cistern.api.inference;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.text.Details;
import io.cistern.api.text.GenerateResponse;
import io.cistern.api.text.ScoredSequence;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answer of the Open Inference Protocol's {@code generate}. */
@Schema(name = "InferenceResponse")
@JsonInclude(JsonInclude.Include.NON_NULL)
record InferenceResponse(
        @Schema(description = "That of the request.", example = "7") @Nullable
        String id,

        @JsonProperty("model_name") @Schema(example = "g2p-en")
        String modelName,

        @JsonProperty("model_version") @Schema(example = "1")
        String modelVersion,

        @JsonProperty("text_output") @Schema(example = "HH EH1 L OW0 W ER1 L D")
        String textOutput,

        @Schema(description = "All outputs, best first, when num_return_sequences is above 1.") @Nullable
        List<ScoredSequence> sequences,

        @Schema(description = "With details or decoder_input_details.") @Nullable
        Details details) {

    static InferenceResponse of(@Nullable String id, String model, GenerateResponse response) {
        return new InferenceResponse(
                id,
                model,
                InferenceMetadata.VERSION,
                response.generatedText(),
                response.sequences(),
                response.details());
    }
}
