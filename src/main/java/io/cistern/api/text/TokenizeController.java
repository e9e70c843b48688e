package io.cistern.api.text;

import io.cistern.api.problem.NativeProblems;
import io.cistern.api.problem.Violations;
import io.cistern.serving.CapacityCheck;
import io.cistern.serving.ServedModel;
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
                    "Takes the body of /generate; a list of inputs gives a list of lists. An input of more tokens than max-encoder-length is refused, also with truncate.")
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
        Violations violations = new Violations();
        new ModelBounds(model).checkTexts(violations, "inputs", inputs.texts(), inputs.single());
        violations.raise();
        // A token's description is many times as long as the token: without a bound, answers could fill the memory.
        CapacityCheck capacity = new CapacityCheck(model);
        capacity.requireMayFit(inputs.texts());
        List<List<TokenSpan>> tokens =
                inputs.texts().stream().map(model.tokenizer()::tokenize).toList();
        capacity.requireEncoderLength(tokens.stream().map(List::size).toList());
        return inputs.single() ? tokens.get(0) : tokens;
    }
}
