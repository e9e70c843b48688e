package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;

/** A translation in Hugging Face's shape. */
@Schema(name = "Translation")
record TranslationResponse(
        @JsonProperty("translation_text") @Schema(example = "HH EH1 L OW0")
        String translationText) {}
