package io.cistern.api.openai;

import static java.util.Objects.requireNonNullElse;

import io.cistern.api.problem.Violations;
import io.cistern.api.text.ModelBounds;
import io.cistern.generation.GenerationConfig;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import java.util.List;
import java.util.function.LongSupplier;

/** Makes a task of a completion request, after checking what depends on the model or on several fields at once. */
final class CompletionTasks {

    private final LongSupplier seeds;

    CompletionTasks(LongSupplier seeds) {
        this.seeds = seeds;
    }

    GenerationTask task(ServedModel model, CompletionRequest request) {
        ModelBounds bounds = new ModelBounds(model);
        check(bounds, request);
        return new GenerationTask(request.prompt().texts(), config(bounds, request), null, false);
    }

    private static void check(ModelBounds bounds, CompletionRequest request) {
        List<String> texts = request.prompt().texts();
        Violations violations = new Violations();
        bounds.checkTexts(violations, "prompt", texts, request.prompt().single());
        bounds.checkNewTokens(violations, "max_tokens", request.maxTokens());
        String rows = request.bestOf() == null ? "n" : "best_of";
        bounds.checkRows(violations, rows, texts.size(), request.candidates());
        checkStream(violations, request);
        violations
                .requireTemperature("temperature", request.temperature())
                .require(
                        request.sampling() || request.candidates() == 1,
                        "temperature",
                        request.temperature(),
                        "must be above 0 with n or best_of above 1")
                .require(
                        request.bestOf() == null || request.choices() <= request.bestOf(),
                        "n",
                        request.n(),
                        "must be at most best_of, %d".formatted(request.bestOf()))
                .require(
                        !request.echoes() || request.logprobs() == null,
                        "echo",
                        true,
                        "must be false with logprobs: the prompt has no log-probabilities in an encoder-decoder model")
                .raise();
    }

    private static void checkStream(Violations violations, CompletionRequest request) {
        String bound = "must be 1 in a stream: which choice is the best is known at its end only";
        boolean streams = request.streams();
        violations
                .require(
                        !streams || request.prompt().texts().size() <= 1,
                        "prompt",
                        null,
                        "must be one text in a stream")
                .require(!streams || request.choices() == 1, "n", request.n(), bound)
                .require(
                        !streams || request.choices() > 1 || request.candidates() == 1,
                        "best_of",
                        request.bestOf(),
                        bound)
                .require(
                        streams || request.streamOptions() == null,
                        "stream_options",
                        null,
                        "must be null without stream");
    }

    private GenerationConfig config(ModelBounds bounds, CompletionRequest request) {
        GenerationConfig.Builder builder = GenerationConfig.builder(bounds.newTokens(request.maxTokens()))
                .presencePenalty(
                        requireNonNullElse(request.presencePenalty(), 0.0).floatValue())
                .frequencyPenalty(
                        requireNonNullElse(request.frequencyPenalty(), 0.0).floatValue())
                .stopSequences(List.copyOf(requireNonNullElse(request.stop(), List.of())))
                .topTokens(requireNonNullElse(request.logprobs(), 0));
        return (request.sampling() ? sampling(builder, request) : builder).build();
    }

    private GenerationConfig.Builder sampling(GenerationConfig.Builder builder, CompletionRequest request) {
        return builder.doSample(true)
                .temperature(requireNonNullElse(request.temperature(), 1.0).floatValue())
                .topP(requireNonNullElse(request.topP(), 1.0).floatValue())
                .seed(request.seed() == null ? seeds.getAsLong() : request.seed())
                .candidates(request.candidates())
                .numReturnSequences(request.candidates());
    }
}
