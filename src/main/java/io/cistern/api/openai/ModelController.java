package io.cistern.api.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.cistern.api.problem.OpenAiError;
import io.cistern.serving.ModelRegistry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Lists the loaded models as OpenAI's clients expect them. */
@RestController
@Tag(name = "OpenAI")
class ModelController {

    private final ModelRegistry registry;
    private final long created;

    ModelController(ModelRegistry registry) {
        this.registry = registry;
        this.created = Instant.now().getEpochSecond();
    }

    @Operation(summary = "Loaded models")
    @GetMapping(path = "/v1/models", produces = MediaType.APPLICATION_JSON_VALUE)
    Models models() {
        return new Models(
                "list",
                registry.all().stream().map(model -> describe(model.id())).toList());
    }

    /** The name is a key; it may hold slashes, as names on the Hugging Face hub do. */
    @Operation(summary = "A loaded model")
    @ApiResponse(responseCode = "200", description = "It is loaded.")
    @ApiResponse(
            responseCode = "404",
            description = "It is not.",
            content = @Content(schema = @Schema(implementation = OpenAiError.class)))
    @GetMapping(path = "/v1/models/{*id}", produces = MediaType.APPLICATION_JSON_VALUE)
    Model model(@PathVariable String id) {
        return describe(registry.get(id.substring(1)).id());
    }

    private Model describe(String id) {
        return new Model(id, "model", created, "cistern");
    }

    /** The loaded models. */
    @Schema(name = "ModelList")
    record Models(@Schema(example = "list") String object, List<Model> data) {}

    /** A loaded model; created is when it was loaded, in seconds since 1970. */
    @Schema(name = "Model")
    record Model(
            @Schema(example = "g2p-en") String id,
            @Schema(example = "model") String object,
            long created,

            @JsonProperty("owned_by") @Schema(example = "cistern")
            String ownedBy) {}
}
