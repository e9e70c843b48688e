package io.cistern.api.openai;

import io.cistern.api.connection.EventFormat;
import io.cistern.api.connection.TimeLimited;
import io.cistern.api.problem.OpenAiProblems;
import io.cistern.api.text.TextAnswers;
import io.cistern.api.text.TextModels;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
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
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Generates text as OpenAI's clients ask for it. */
@RestController
@Tag(name = "OpenAI")
@OpenAiProblems
class CompletionController {

    private final TextModels models;
    private final CompletionTasks tasks;
    private final TextAnswers answers;

    CompletionController(TextModels models, CompletionTasks tasks, TextAnswers answers) {
        this.models = models;
        this.tasks = tasks;
        this.answers = answers;
    }

    @Operation(
            summary = "Complete a text",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            content =
                                    @Content(
                                            schema = @Schema(implementation = CompletionRequest.class),
                                            examples =
                                                    @ExampleObject(
                                                            "{\"model\": \"g2p-en\", \"prompt\": \"pronounce: hello\"}"))))
    @ApiResponse(
            responseCode = "200",
            description = "The outputs; with stream an event for each token, then [DONE].",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = CompletionResponse.class)),
                @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE)
            })
    @TimeLimited
    @PostMapping(
            path = "/v1/completions",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_EVENT_STREAM_VALUE})
    @Nullable
    DeferredResult<ResponseEntity<Object>> complete(
            @Valid @RequestBody CompletionRequest body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ServedModel model = models.get(body.model());
        GenerationTask task = tasks.task(model, body);
        if (body.streams()) {
            CompletionEvents events = new CompletionEvents(model, body);
            answers.stream(model, task, EventFormat.TERMINATED, events, request, response);
            return null;
        }
        return answers.whole(model, task, answer -> completion(model, body, answer), request);
    }

    private static ResponseEntity<Object> completion(
            ServedModel model, CompletionRequest request, GenerationAnswer answer) {
        Completions completions = new Completions(model.tokenizer(), request, answer);
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .body(CompletionResponse.of(model, completions.choices(), completions.usage()));
    }
}
