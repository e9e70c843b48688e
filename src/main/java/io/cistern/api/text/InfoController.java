package io.cistern.api.text;

import io.cistern.api.Readiness;
import io.cistern.api.problem.ProblemDocument;
import io.cistern.serving.CisternProperties;
import io.cistern.serving.ModelRegistry;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.info.GitProperties;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells what is served and whether it takes requests. */
@RestController
@Tag(name = "Service")
class InfoController {

    private final ModelRegistry registry;
    private final Readiness readiness;
    private final int queueCapacity;
    private final int threads;
    private final String version;
    private final @Nullable String sha;

    InfoController(
            ModelRegistry registry,
            Readiness readiness,
            CisternProperties settings,
            @Value("${server.tomcat.threads.max:200}") int threads,
            ObjectProvider<BuildProperties> build,
            ObjectProvider<GitProperties> git) {
        BuildProperties properties = build.getIfAvailable();
        GitProperties commit = git.getIfAvailable();
        this.registry = registry;
        this.readiness = readiness;
        this.queueCapacity = settings.queueCapacity();
        this.threads = threads;
        this.version = properties == null ? "development" : String.valueOf(properties.getVersion());
        this.sha = commit == null ? null : commit.getCommitId();
    }

    @Operation(summary = "Models and bounds")
    @GetMapping(path = "/info", produces = MediaType.APPLICATION_JSON_VALUE)
    ServiceInfo info() {
        return ServiceInfo.of(registry.all(), queueCapacity, threads, version, sha);
    }

    @Operation(summary = "Whether requests are taken", description = "Empty 200 when they are.")
    @ApiResponse(responseCode = "200", description = "Ready.")
    @ApiResponse(
            responseCode = "503",
            description = "Loading, or shutting down.",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDocument.class)))
    @GetMapping({"/health", "/ping"})
    void health() {
        readiness.require();
    }
}
