package io.cistern.api.openai;

import io.cistern.api.problem.OpenAiError;
import io.cistern.api.text.TextModels;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationService;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Generates text as OpenAI's clients ask for it. */
@RestController
@Tag(name = "OpenAI")
class CompletionController {

    private final TextModels models;
    private final CompletionTasks tasks;
    private final GenerationService service;

    CompletionController(TextModels models, CompletionTasks tasks, GenerationService service) {
        this.models = models;
        this.tasks = tasks;
        this.service = service;
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
    @ApiResponse(responseCode = "200", description = "The outputs.")
    @ApiResponse(
            responseCode = "400",
            description = "Not JSON, or a field breaks a rule.",
            content = @Content(schema = @Schema(implementation = OpenAiError.class)))
    @ApiResponse(
            responseCode = "404",
            description = "The model is not loaded.",
            content = @Content(schema = @Schema(implementation = OpenAiError.class)))
    @PostMapping(
            path = "/v1/completions",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    CompletionResponse complete(@Valid @RequestBody CompletionRequest request) {
        ServedModel model = models.get(request.model());
        GenerationAnswer answer = service.generate(model, tasks.task(model, request));
        Completions completions = new Completions(model.tokenizer(), request, answer);
        return new CompletionResponse(
                "cmpl-" + UUID.randomUUID().toString().replace("-", ""),
                "text_completion",
                Instant.now().getEpochSecond(),
                model.id(),
                completions.choices(),
                completions.usage());
    }
}
