package io.cistern.api.inference;

import io.cistern.api.connection.EventFormat;
import io.cistern.api.connection.TimeLimited;
import io.cistern.api.problem.InferenceError;
import io.cistern.api.problem.ParametersAt;
import io.cistern.api.text.GenerateRequest;
import io.cistern.api.text.GenerateResponse;
import io.cistern.api.text.ResponseFactory;
import io.cistern.api.text.TaskFactory;
import io.cistern.api.text.TextAnswers;
import io.cistern.api.text.TextModels;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.Valid;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Generates text as clients of the Open Inference Protocol ask for it. */
@RestController
@Tag(name = "Open Inference Protocol")
@ApiResponse(
        responseCode = "4XX",
        description = "As /generate says.",
        content = @Content(schema = @Schema(implementation = InferenceError.class)))
@ApiResponse(
        responseCode = "5XX",
        description = "As /generate says.",
        content = @Content(schema = @Schema(implementation = InferenceError.class)))
@ParametersAt("parameters")
class InferenceController {

    private final InferenceModels models;
    private final TextModels textModels;
    private final TaskFactory tasks;
    private final TextAnswers answers;

    InferenceController(InferenceModels models, TextModels textModels, TaskFactory tasks, TextAnswers answers) {
        this.models = models;
        this.textModels = textModels;
        this.tasks = tasks;
        this.answers = answers;
    }

    @Operation(summary = "Generate text")
    @ApiResponse(
            responseCode = "200",
            description = "The generated text.",
            content = @Content(schema = @Schema(implementation = InferenceResponse.class)))
    @TimeLimited
    @PostMapping(
            path = {"/v2/models/{model}/generate", "/v2/models/{model}/versions/{version}/generate"},
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<ResponseEntity<Object>> generate(
            @PathVariable("model") String name,
            @PathVariable(required = false) @Nullable String version,
            @Valid @RequestBody InferenceRequest body,
            HttpServletRequest request) {
        ServedModel model = model(name, version);
        GenerateRequest generate = body.toGenerateRequest(name, false);
        return answers.measured(
                model, tasks.task(model, generate), answer -> response(body, model, generate, answer), request);
    }

    @Operation(summary = "Generate text, streamed")
    @ApiResponse(
            responseCode = "200",
            description = "An event for each token.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = InferenceEvents.Event.class)))
    @TimeLimited
    @PostMapping(
            path = {"/v2/models/{model}/generate_stream", "/v2/models/{model}/versions/{version}/generate_stream"},
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = {MediaType.TEXT_EVENT_STREAM_VALUE, MediaType.APPLICATION_JSON_VALUE})
    void generateStream(
            @PathVariable("model") String name,
            @PathVariable(required = false) @Nullable String version,
            @Valid @RequestBody InferenceRequest body,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        ServedModel model = model(name, version);
        answers.stream(
                model,
                tasks.task(model, body.toGenerateRequest(name, true)),
                EventFormat.PLAIN,
                new InferenceEvents(body.id(), model.id()),
                request,
                response);
    }

    private ServedModel model(String name, @Nullable String version) {
        return textModels.get(models.get(name, version).id());
    }

    private static InferenceResponse response(
            InferenceRequest body, ServedModel model, GenerateRequest generate, GenerationAnswer answer) {
        GenerateResponse response =
                new ResponseFactory(model, generate, answer).responses().get(0);
        return InferenceResponse.of(body.id(), model.id(), response);
    }
}
