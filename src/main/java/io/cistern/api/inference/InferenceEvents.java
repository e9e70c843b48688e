package io.cistern.api.inference;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.text.StreamedToken;
import io.cistern.api.text.TokenEvents;
import io.cistern.serving.GenerationAnswer;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Open Inference Protocol's events. */
record InferenceEvents(@Nullable String id, String model) implements TokenEvents {

    /** A piece of the text. */
    @Schema(name = "InferenceEvent")
    record Event(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String id,

            @JsonProperty("model_name") @Schema(example = "g2p-en")
            String modelName,

            @JsonProperty("model_version") @Schema(example = "1")
            String modelVersion,

            @JsonProperty("text_output") @Schema(description = "What the text grows by.", example = "H")
            String textOutput,

            @Schema(description = "Whether this is the last.")
            boolean done,

            @JsonProperty("truncated_tokens")
            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(description = "With the last, how many tokens truncate removed from the input, if any.")
            @Nullable
            Integer truncatedTokens) {}

    @Override
    public Object token(StreamedToken token) {
        return event(token, false, 0);
    }

    @Override
    public List<Object> last(StreamedToken token, GenerationAnswer answer) {
        return List.of(event(token, true, answer.truncatedTokens().get(0)));
    }

    private Event event(StreamedToken token, boolean done, int truncated) {
        return new Event(id, model, InferenceMetadata.VERSION, token.text(), done, truncated > 0 ? truncated : null);
    }
}
