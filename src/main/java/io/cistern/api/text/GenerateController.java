package io.cistern.api.text;

import io.cistern.api.problem.StreamingUnavailableException;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Generates text as Text Generation Inference's clients ask for it. */
@RestController
@Tag(name = "Text generation")
@ApiTextProblems
class GenerateController {

    private final TextModels models;
    private final TaskFactory tasks;
    private final GenerationService service;

    GenerateController(TextModels models, TaskFactory tasks, GenerationService service) {
        this.models = models;
        this.tasks = tasks;
        this.service = service;
    }

    @Operation(
            summary = "Generate text",
            description = "Answers one input with an object and a list of inputs with a list in the same order.",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            content =
                                    @Content(
                                            schema = @Schema(implementation = GenerateRequest.class),
                                            examples = {
                                                @ExampleObject(
                                                        name = "greedy",
                                                        value = "{\"inputs\": \"pronounce: hello world\"}"),
                                                @ExampleObject(name = "beams", value = """
                                                                {"inputs": "pronounce: tomato",
                                                                 "parameters": {"num_beams": 4, "num_return_sequences": 2, "details": true}}"""),
                                                @ExampleObject(name = "sampling", value = """
                                                                {"inputs": "pronounce: tomato",
                                                                 "parameters": {"do_sample": true, "temperature": 0.8, "seed": 42}}"""),
                                                @ExampleObject(name = "several inputs", value = """
                                                                {"inputs": ["pronounce: hello", "spell: HH AH0 L OW1"]}""")
                                            })))
    @ApiResponse(
            responseCode = "200",
            description = "The generated text.",
            content = @Content(schema = @Schema(oneOf = {GenerateResponse.class, GenerateResponse[].class})))
    @PostMapping(
            path = "/generate",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> generate(@Valid @RequestBody GenerateRequest request) {
        return answer(request, responses -> request.inputs().single() ? responses.get(0) : responses);
    }

    @Operation(summary = "Generate text, answered with a list", description = "As /generate, but always a list.")
    @ApiResponse(
            responseCode = "200",
            description = "One answer per input.",
            content = @Content(schema = @Schema(implementation = GenerateResponse[].class)))
    @PostMapping(path = "/", consumes = MediaType.APPLICATION_JSON_VALUE, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Object> generateList(@Valid @RequestBody GenerateRequest request) {
        return answer(request, responses -> responses);
    }

    @Hidden
    @PostMapping("/generate_stream")
    void generateStream() {
        throw new StreamingUnavailableException("POST /generate answers with the whole text");
    }

    private ResponseEntity<Object> answer(GenerateRequest request, Function<List<GenerateResponse>, Object> shape) {
        long start = System.nanoTime();
        ServedModel model = models.get(request.model());
        GenerationTask task = tasks.task(model, request);
        GenerationAnswer answer = service.generate(model, task);
        Object body = shape.apply(new ResponseFactory(model, request, answer).responses());
        HttpHeaders headers = TimingHeaders.of(task.inputs(), answer, Duration.ofNanos(System.nanoTime() - start));
        return ResponseEntity.ok().headers(headers).body(body);
    }
}
