package io.cistern.api.text;

import static java.util.Objects.requireNonNullElse;

import io.cistern.api.problem.Violations;
import io.cistern.generation.GenerationConfig;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import io.cistern.serving.Truncation;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Makes a task of a request, after checking what depends on the model or on several fields at once. */
public final class TaskFactory {

    private final LongSupplier seeds;

    TaskFactory(LongSupplier seeds) {
        this.seeds = seeds;
    }

    public GenerationTask task(ServedModel model, GenerateRequest request) {
        return task(model, request, "parameters");
    }

    /**
     * Returns the task that a request means.
     *
     * @param place where the parameters stand in the JSON of the request
     */
    public GenerationTask task(ServedModel model, GenerateRequest request, String place) {
        ModelBounds bounds = new ModelBounds(model);
        check(bounds, request, place);
        GenerateParameters parameters = request.parameters();
        Integer kept = parameters.truncate();
        return new GenerationTask(
                request.inputs().texts(),
                config(bounds, parameters),
                kept == null ? null : Truncation.toLast(kept),
                parameters.verifies());
    }

    private static void check(ModelBounds bounds, GenerateRequest request, String place) {
        GenerateParameters parameters = request.parameters();
        Inputs inputs = request.inputs();
        Violations violations = new Violations();
        Violations ofParameters = violations.within(place);
        bounds.checkTexts(violations, "inputs", inputs.texts(), inputs.single());
        checkNewTokens(ofParameters, bounds, parameters);
        bounds.checkTruncation(ofParameters, "truncate", parameters.truncate());
        checkRows(bounds, ofParameters, inputs.texts().size(), parameters);
        checkTokenIds(bounds, ofParameters, parameters);
        checkCombinations(ofParameters, parameters);
        if (request.streams()) {
            violations.require(inputs.texts().size() <= 1, "inputs", null, "must be one text in a stream");
            checkStream(ofParameters, parameters);
        }
        violations.raise();
    }

    /** A stream shows the tokens of one output as they come. */
    private static void checkStream(Violations violations, GenerateParameters parameters) {
        violations
                .require(
                        parameters.beams() == 1,
                        "num_beams",
                        parameters.numBeams(),
                        "must be 1 in a stream: which beam wins is known at its end only")
                .require(
                        parameters.candidates() == 1,
                        parameters.returned() > 1 ? "num_return_sequences" : "best_of",
                        parameters.candidates(),
                        "must be 1 in a stream: which output is the best is known at its end only")
                .require(
                        !Boolean.TRUE.equals(parameters.decoderInputDetails()),
                        "decoder_input_details",
                        true,
                        "must be false in a stream");
    }

    private static void checkRows(
            ModelBounds bounds, Violations violations, int inputs, GenerateParameters parameters) {
        if (parameters.beams() > 1) {
            bounds.checkRows(violations, "num_beams", inputs, parameters.beams());
        } else if (parameters.candidates() > 1) {
            boolean drawn = parameters.candidates() > parameters.returned();
            String field = drawn ? "best_of" : "num_return_sequences";
            bounds.checkRows(violations, field, inputs, parameters.candidates());
        }
    }

    private static void checkTokenIds(ModelBounds bounds, Violations violations, GenerateParameters parameters) {
        Integer forced = parameters.forcedBosTokenId();
        bounds.checkTokenIds(violations, "forced_bos_token_id", forced == null ? List.of() : List.of(forced));
        bounds.checkTokenIds(violations, "suppress_tokens", orEmpty(parameters.suppressTokens()));
        bounds.checkTokenIds(
                violations,
                "bad_words_ids",
                orEmpty(parameters.badWordsIds()).stream().flatMap(List::stream).toList());
    }

    private static void checkCombinations(Violations violations, GenerateParameters parameters) {
        boolean beams = parameters.beams() > 1;
        boolean sampling = parameters.sampling();
        violations
                .require(
                        !beams || !sampling,
                        "num_beams",
                        parameters.numBeams(),
                        "must be 1 with do_sample, temperature, top_k, top_p or typical_p: beam sampling is not available")
                .require(
                        sampling || requireNonNullElse(parameters.bestOf(), 1) == 1,
                        "best_of",
                        parameters.bestOf(),
                        "must be 1 without sampling (do_sample)")
                .require(
                        sampling || parameters.returned() <= parameters.beams(),
                        "num_return_sequences",
                        parameters.numReturnSequences(),
                        "must be at most num_beams, %d".formatted(parameters.beams()))
                .require(
                        parameters.bestOf() == null || parameters.returned() <= parameters.bestOf(),
                        "num_return_sequences",
                        parameters.numReturnSequences(),
                        "must be at most best_of, %d".formatted(parameters.bestOf()));
    }

    private static void checkNewTokens(Violations violations, ModelBounds bounds, GenerateParameters parameters) {
        int most = bounds.newTokens(parameters.newTokens());
        String name = parameters.newTokensName();
        bounds.checkNewTokens(violations, name, parameters.newTokens());
        violations
                .require(
                        parameters.maxTokens() == null || parameters.maxNewTokens() == null,
                        "max_tokens",
                        parameters.maxTokens(),
                        "must be null with max_new_tokens: they are one limit")
                .require(
                        requireNonNullElse(parameters.minNewTokens(), 0) <= most,
                        "min_new_tokens",
                        parameters.minNewTokens(),
                        "must be at most %s, %d".formatted(name, most));
    }

    private GenerationConfig config(ModelBounds bounds, GenerateParameters parameters) {
        GenerationConfig.Builder builder = GenerationConfig.builder(bounds.newTokens(parameters.newTokens()))
                .minNewTokens(requireNonNullElse(parameters.minNewTokens(), 0))
                .repetitionPenalty(orElse(parameters.repetitionPenalty(), 1))
                .frequencyPenalty(orElse(parameters.frequencyPenalty(), 0))
                .noRepeatNgramSize(requireNonNullElse(parameters.noRepeatNgramSize(), 0))
                .forcedBosTokenId(parameters.forcedBosTokenId())
                .suppressTokens(orEmpty(parameters.suppressTokens()))
                .badWordsIds(orEmpty(parameters.badWordsIds()))
                .stopSequences(orEmpty(parameters.stop()))
                .topTokens(requireNonNullElse(parameters.topNTokens(), 0));
        return (parameters.sampling() ? sampling(builder, parameters) : search(builder, parameters)).build();
    }

    private GenerationConfig.Builder sampling(GenerationConfig.Builder builder, GenerateParameters parameters) {
        return builder.doSample(true)
                .temperature(orElse(parameters.temperature(), 1))
                .topK(requireNonNullElse(parameters.topK(), 0))
                .topP(orElse(parameters.topP(), 1))
                .typicalP(orElse(parameters.typicalP(), 1))
                .seed(
                        parameters.seed() == null
                                ? seeds.getAsLong()
                                : parameters.seed().bits())
                .candidates(parameters.candidates())
                .numReturnSequences(parameters.candidates());
    }

    private static GenerationConfig.Builder search(GenerationConfig.Builder builder, GenerateParameters parameters) {
        EarlyStopping earlyStopping = parameters.earlyStopping();
        return builder.numBeams(parameters.beams())
                .numReturnSequences(parameters.returned())
                .lengthPenalty(orElse(parameters.lengthPenalty(), 1))
                .earlyStopping(earlyStopping == null ? GenerationConfig.EarlyStopping.HEURISTIC : earlyStopping.rule());
    }

    private static float orElse(@Nullable Double value, float otherwise) {
        return value == null ? otherwise : value.floatValue();
    }

    private static <T> List<T> orEmpty(@Nullable List<T> values) {
        return values == null ? List.of() : List.copyOf(values);
    }
}
