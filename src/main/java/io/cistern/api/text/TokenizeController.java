package io.cistern.api.text;

import io.cistern.api.problem.NativeProblems;
import io.cistern.api.problem.Violations;
import io.cistern.serving.ServedModel;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenSpan;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Shows the tokens of a text. */
@RestController
@Tag(name = "Text generation")
@NativeProblems
class TokenizeController {

    private final TextModels models;

    TokenizeController(TextModels models) {
        this.models = models;
    }

    @Operation(
            summary = "Tokenize",
            description =
                    "Takes the body of /generate; a list of inputs gives a list of lists. All inputs together may have max-batch-size times max-encoder-length tokens, whatever the length of each; parameters have no effect.")
    @ApiResponse(
            responseCode = "200",
            description = "The tokens with the characters they stand for.",
            content = @Content(schema = @Schema(oneOf = {TokenSpan[].class, TokenSpan[][].class})))
    @PostMapping(
            path = "/tokenize",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    List<?> tokenize(@Valid @RequestBody GenerateRequest request) {
        ServedModel model = models.get(request.model());
        Inputs inputs = request.inputs();
        TextTokenizer tokenizer = model.tokenizer();
        ModelBounds bounds = new ModelBounds(model);
        Violations violations = new Violations();
        bounds.checkTexts(violations, "inputs", inputs.texts(), inputs.single());
        int least = inputs.texts().stream().mapToInt(tokenizer::leastTokens).sum();
        bounds.checkTokens(violations, "inputs", "at least ", least);
        violations.raise();
        List<List<TokenSpan>> tokens =
                inputs.texts().stream().map(tokenizer::tokenize).toList();
        bounds.checkTokens(
                violations, "inputs", "", tokens.stream().mapToInt(List::size).sum());
        violations.raise();
        return inputs.single() ? tokens.get(0) : tokens;
    }
}
