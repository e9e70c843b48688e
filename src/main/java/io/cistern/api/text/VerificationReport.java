package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.serving.GenerationAnswer;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What running the same request with a growing cache showed. */
@Schema(name = "Verification")
public record VerificationReport(
        @Schema(description = "Whether every token is equal.")
        boolean identical,

        @JsonProperty("largest_logit_difference") @Schema(example = "0.00001")
        float largestLogitDifference) {

    static @Nullable VerificationReport of(GenerationAnswer answer) {
        GenerationAnswer.Verification verification = answer.verification();
        return verification == null
                ? null
                : new VerificationReport(verification.identical(), verification.largestLogitDifference());
    }
}
