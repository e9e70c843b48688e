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
            boolean done) {}

    @Override
    public Object token(StreamedToken token) {
        return event(token, false);
    }

    @Override
    public List<Object> last(StreamedToken token, GenerationAnswer answer) {
        return List.of(event(token, true));
    }

    private Event event(StreamedToken token, boolean done) {
        return new Event(id, model, InferenceMetadata.VERSION, token.text(), done);
    }
}
