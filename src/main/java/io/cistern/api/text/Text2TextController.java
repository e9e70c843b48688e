package io.cistern.api.text;

import io.cistern.api.connection.TimeLimited;
import io.cistern.api.problem.NativeProblems;
import io.cistern.api.problem.ParametersAt;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.util.function.Function;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Generates text under the names that Hugging Face's clients have for what it is good for. */
@RestController
@Tag(name = "Text generation")
@NativeProblems
@ParametersAt(Text2TextRequest.GENERATE_PARAMETERS)
class Text2TextController {

    private final TextModels models;
    private final TaskFactory tasks;
    private final TextAnswers answers;

    Text2TextController(TextModels models, TaskFactory tasks, TextAnswers answers) {
        this.models = models;
        this.tasks = tasks;
        this.answers = answers;
    }

    @Operation(
            summary = "Translate",
            description =
                    "As /generate, in the shape of Hugging Face's task translation: always a list, one object per input.")
    @ApiResponse(
            responseCode = "200",
            description = "The texts, in the order of the inputs.",
            content = @Content(schema = @Schema(implementation = TranslationResponse[].class)))
    @TimeLimited
    @PostMapping(
            path = "/translation",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<ResponseEntity<Object>> translate(
            @Valid @RequestBody Text2TextRequest body, HttpServletRequest request) {
        return answer(body, TranslationResponse::new, request);
    }

    @Operation(
            summary = "Summarize",
            description =
                    "As /generate, in the shape of Hugging Face's task summarization: always a list, one object per input.")
    @ApiResponse(
            responseCode = "200",
            description = "The texts, in the order of the inputs.",
            content = @Content(schema = @Schema(implementation = SummarizationResponse[].class)))
    @TimeLimited
    @PostMapping(
            path = "/summarization",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<ResponseEntity<Object>> summarize(
            @Valid @RequestBody Text2TextRequest body, HttpServletRequest request) {
        return answer(body, SummarizationResponse::new, request);
    }

    private DeferredResult<ResponseEntity<Object>> answer(
            Text2TextRequest body, Function<String, Object> shape, HttpServletRequest request) {
        ServedModel model = models.get(body.model());
        GenerateRequest generate = body.toGenerateRequest();
        GenerationTask task = tasks.task(model, generate, Text2TextRequest.GENERATE_PARAMETERS)
                .truncated(body.truncation(model.capacity()));
        return answers.measured(
                model,
                task,
                answer -> new ResponseFactory(model, generate, answer)
                        .responses().stream()
                                .map(GenerateResponse::generatedText)
                                .map(shape)
                                .toList(),
                request);
    }
}
