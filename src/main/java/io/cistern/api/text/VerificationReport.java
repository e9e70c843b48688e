package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.serving.GenerationAnswer;
import io.swagger.v3.oas.annotations.media.Schema;

/** What running the same request with a growing cache showed. */
@Schema(name = "Verification")
record VerificationReport(
        @Schema(description = "Whether every token is equal.")
        boolean identical,

        @JsonProperty("largest_logit_difference") @Schema(example = "0.00001")
        float largestLogitDifference) {

    static VerificationReport of(GenerationAnswer.Verification verification) {
        return new VerificationReport(verification.identical(), verification.largestLogitDifference());
    }
}
