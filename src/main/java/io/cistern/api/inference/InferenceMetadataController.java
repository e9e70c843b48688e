package io.cistern.api.inference;

import io.cistern.api.Readiness;
import io.cistern.api.problem.InferenceError;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Health and metadata as clients of the Open Inference Protocol ask for them. */
@RestController
@RequestMapping(path = "/v2", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Open Inference Protocol")
class InferenceMetadataController {

    private final InferenceModels models;
    private final Readiness readiness;
    private final String version;

    InferenceMetadataController(InferenceModels models, Readiness readiness, ObjectProvider<BuildProperties> build) {
        BuildProperties properties = build.getIfAvailable();
        this.models = models;
        this.readiness = readiness;
        this.version = properties == null ? "development" : String.valueOf(properties.getVersion());
    }

    @Operation(summary = "The server")
    @GetMapping
    Server server() {
        return new Server("cistern", version, List.of("generate"));
    }

    @Operation(summary = "Whether the process runs")
    @GetMapping("/health/live")
    Live live() {
        return new Live(true);
    }

    @Operation(summary = "Whether requests are taken")
    @ApiResponse(responseCode = "200", description = "They are.")
    @NotReady
    @GetMapping("/health/ready")
    Ready ready() {
        readiness.require();
        return new Ready(true);
    }

    @Operation(summary = "A model's inputs and outputs")
    @ApiResponse(responseCode = "200", description = "The model.")
    @NotFound
    @GetMapping({"/models/{model}", "/models/{model}/versions/{version}"})
    InferenceMetadata model(@PathVariable String model, @PathVariable(required = false) @Nullable String version) {
        return InferenceMetadata.of(models.get(model, version));
    }

    @Operation(summary = "Whether a model takes requests")
    @ApiResponse(responseCode = "200", description = "It does.")
    @NotFound
    @NotReady
    @GetMapping({"/models/{model}/ready", "/models/{model}/versions/{version}/ready"})
    ModelReady modelReady(@PathVariable String model, @PathVariable(required = false) @Nullable String version) {
        String name = models.get(model, version).id();
        readiness.require();
        return new ModelReady(name, true);
    }

    /** The server. */
    @Schema(name = "InferenceServer")
    record Server(@Schema(example = "cistern") String name, String version, List<String> extensions) {}

    /** The process runs. */
    @Schema(name = "InferenceLive")
    record Live(boolean live) {}

    /** The server takes requests. */
    @Schema(name = "InferenceReady")
    record Ready(boolean ready) {}

    /** A model takes requests. */
    @Schema(name = "InferenceModelReady")
    record ModelReady(@Schema(example = "g2p-en") String name, boolean ready) {}

    @ApiResponse(
            responseCode = "404",
            description = "The model, or this version of it, is not loaded.",
            content = @Content(schema = @Schema(implementation = InferenceError.class)))
    @Retention(RetentionPolicy.RUNTIME)
    private @interface NotFound {}

    @ApiResponse(
            responseCode = "503",
            description = "Loading, or shutting down.",
            content = @Content(schema = @Schema(implementation = InferenceError.class)))
    @Retention(RetentionPolicy.RUNTIME)
    private @interface NotReady {}
}
