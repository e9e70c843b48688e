package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A token that the decoder was started with; the first one has no probability. */
@Schema(name = "PrefillToken")
public record PrefillToken(
        @Schema(example = "0") int id,
        @Schema(example = "<pad>") String text,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Float logprob) {}
