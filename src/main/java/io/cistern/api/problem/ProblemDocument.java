package io.cistern.api.problem;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** The problem detail of native routes, for the description of the API. */
@Schema(name = "Problem")
public record ProblemDocument(
        @Schema(description = "The kind; docs/problems.md lists them.", example = "urn:cistern:problem:validation")
        String type,

        @Schema(example = "Validation") String title,
        @Schema(example = "422") int status,

        @Schema(example = "parameters.top_p is 1.5 and must be less than 1")
        String detail,

        @Schema(example = "/generate") String instance,

        @Schema(
                description = "As detail, for clients of Text Generation Inference.",
                example = "parameters.top_p is 1.5 and must be less than 1")
        String error,

        @JsonProperty("error_type") @Schema(example = "validation")
        String errorType,

        @Schema(description = "The fields that break a rule, with a validation problem.")
        List<Violation> errors) {}
