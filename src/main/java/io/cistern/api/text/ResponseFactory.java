package io.cistern.api.text;

import static java.util.Objects.requireNonNullElse;

import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.TokenDetail;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.ServedModel;
import io.cistern.tokenization.TextTokenizer;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts an answer into the shape that its request asked for. */
public final class ResponseFactory {

    private final ServedModel model;
    private final TextTokenizer tokenizer;
    private final GenerateRequest request;
    private final GenerationAnswer answer;

    public ResponseFactory(ServedModel model, GenerateRequest request, GenerationAnswer answer) {
        this.model = model;
        this.tokenizer = model.tokenizer();
        this.request = request;
        this.answer = answer;
    }

    /** Returns one response per input, in order. */
    public List<GenerateResponse> responses() {
        return IntStream.range(0, answer.results().size())
                .mapToObj(this::response)
                .toList();
    }

    private GenerateResponse response(int input) {
        List<GeneratedSequence> outputs = answer.results().get(input).sequences();
        return new GenerateResponse(
                text(input, outputs.get(0)), sequences(input, outputs), withDetails() ? details(input) : null);
    }

    private boolean withDetails() {
        return Boolean.TRUE.equals(request.parameters().details())
                || withPrefill()
                || requireNonNullElse(request.parameters().topNTokens(), 0) > 0
                || request.parameters().verifies();
    }

    private boolean withPrefill() {
        return Boolean.TRUE.equals(request.parameters().decoderInputDetails());
    }

    private String text(int input, GeneratedSequence output) {
        return request.textBefore(input) + output.text();
    }

    private @Nullable List<ScoredSequence> sequences(int input, List<GeneratedSequence> outputs) {
        int returned = request.parameters().returned();
        return returned == 1
                ? null
                : outputs.stream()
                        .limit(returned)
                        .map(output -> new ScoredSequence(
                                text(input, output),
                                output.score(),
                                Details.reason(output.finishReason()),
                                output.tokens().size()))
                        .toList();
    }

    private Details details(int input) {
        GenerationResult result = answer.results().get(input);
        GeneratedSequence best = result.sequences().get(0);
        int cut = answer.truncatedTokens().get(input);
        return new Details(
                Details.reason(best.finishReason()),
                best.tokens().size(),
                Seed.of(result.seed()),
                prefill(),
                tokens(best.tokens()),
                topTokens(best),
                others(input, result),
                result.encoderLength(),
                cut > 0,
                cut,
                VerificationReport.of(answer));
    }

    private List<BestOfSequence> others(int input, GenerationResult result) {
        return result.sequences().stream()
                .skip(1)
                .map(output -> new BestOfSequence(
                        text(input, output),
                        Details.reason(output.finishReason()),
                        output.tokens().size(),
                        Seed.of(result.seed()),
                        prefill(),
                        tokens(output.tokens()),
                        topTokens(output)))
                .toList();
    }

    private List<PrefillToken> prefill() {
        int start = model.config().decoderStartTokenId();
        return withPrefill() ? List.of(new PrefillToken(start, tokenizer.tokenText(start), null)) : List.of();
    }

    private List<List<Token>> topTokens(GeneratedSequence output) {
        return output.topTokens().stream().map(this::tokens).toList();
    }

    private List<Token> tokens(List<TokenDetail> tokens) {
        return tokens.stream().map(token -> Token.of(tokenizer, token)).toList();
    }
}
