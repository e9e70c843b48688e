package io.cistern.api.text;

import io.cistern.api.connection.EventFormat;
import io.cistern.api.connection.TimeLimited;
import io.cistern.api.problem.NativeProblems;
import io.cistern.api.problem.ParametersAt;
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
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Generates text as Text Generation Inference's clients ask for it. */
@RestController
@Tag(name = "Text generation")
@NativeProblems
@ParametersAt("parameters")
class GenerateController {

    private final TextModels models;
    private final TaskFactory tasks;
    private final TextAnswers answers;

    GenerateController(TextModels models, TaskFactory tasks, TextAnswers answers) {
        this.models = models;
        this.tasks = tasks;
        this.answers = answers;
    }

    @Operation(
            summary = "Generate text",
            description =
                    "Answers one input with an object and a list of inputs with a list in the same order; with stream, one input with an event for each token.",
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
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(oneOf = {GenerateResponse.class, GenerateResponse[].class})),
                @Content(
                        mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                        schema = @Schema(implementation = StreamResponse.class))
            })
    @TimeLimited
    @PostMapping(
            path = "/generate",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_EVENT_STREAM_VALUE})
    @Nullable
    DeferredResult<ResponseEntity<Object>> generate(
            @Valid @RequestBody GenerateRequest body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return answer(body, responses -> body.inputs().single() ? responses.get(0) : responses, request, response);
    }

    @Operation(
            summary = "Generate text, answered with a list",
            description = "As /generate, but always a list; with stream the same events.")
    @ApiResponse(
            responseCode = "200",
            description = "One answer per input.",
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        schema = @Schema(implementation = GenerateResponse[].class)),
                @Content(
                        mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                        schema = @Schema(implementation = StreamResponse.class))
            })
    @TimeLimited
    @PostMapping(
            path = {"/", "/invocations"},
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_EVENT_STREAM_VALUE})
    @Nullable
    DeferredResult<ResponseEntity<Object>> generateList(
            @Valid @RequestBody GenerateRequest body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return answer(body, responses -> responses, request, response);
    }

    @Operation(
            summary = "Generate text, streamed",
            description =
                    "As /generate with stream. What is wrong before the first token is answered with its status; later it is an event with error and error_type.")
    @ApiResponse(
            responseCode = "200",
            description = "An event for each token; the last has the whole text.",
            content =
                    @Content(
                            mediaType = MediaType.TEXT_EVENT_STREAM_VALUE,
                            schema = @Schema(implementation = StreamResponse.class)))
    @TimeLimited
    @PostMapping(
            path = "/generate_stream",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = {MediaType.TEXT_EVENT_STREAM_VALUE, MediaType.APPLICATION_JSON_VALUE})
    void generateStream(
            @Valid @RequestBody GenerateRequest body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        stream(body.streamed(), request, response);
    }

    private @Nullable DeferredResult<ResponseEntity<Object>> answer(
            GenerateRequest body,
            Function<List<GenerateResponse>, Object> shape,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (body.streams()) {
            stream(body, request, response);
            return null;
        }
        ServedModel model = models.get(body.model());
        return answers.measured(
                model,
                tasks.task(model, body),
                answer -> shape.apply(new ResponseFactory(model, body, answer).responses()),
                request);
    }

    private void stream(GenerateRequest body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ServedModel model = models.get(body.model());
        answers.stream(
                model, tasks.task(model, body), EventFormat.PLAIN, new GenerateEvents(model, body), request, response);
    }
}
