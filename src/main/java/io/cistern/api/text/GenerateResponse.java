package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to one input. */
@Schema(name = "GenerateResponse")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GenerateResponse(
        @JsonProperty("generated_text") @Schema(example = "HH EH1 L OW0")
        String generatedText,

        @Schema(description = "All outputs, best first, when num_return_sequences is above 1.") @Nullable
        List<ScoredSequence> sequences,

        @Schema(description = "With details or decoder_input_details.") @Nullable
        Details details) {}
