package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;

/** A summary in Hugging Face's shape. */
@Schema(name = "Summary")
record SummarizationResponse(
        @JsonProperty("summary_text") @Schema(example = "HH EH1 L OW0")
        String summaryText) {}
