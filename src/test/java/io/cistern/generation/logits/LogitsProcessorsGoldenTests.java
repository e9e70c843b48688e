package io.cistern.generation.logits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TimestampTokens;
import io.cistern.generation.TokenHistory;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares with what Transformers' processors make of the same scores; src/test/python/logits_reference.py wrote the
 * files. What Transformers forbids must be forbidden, other scores agree within 1e-6 of their size (absolute below 1).
 */
class LogitsProcessorsGoldenTests {

    private static final double TOLERANCE = 1e-6;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "repetition-penalty",
                "occurrence-penalty",
                "no-repeat-ngram",
                "bad-words",
                "min-new-tokens",
                "forced-bos",
                "suppress-tokens",
                "temperature",
                "top-k",
                "top-p",
                "typical-p",
                "together",
                "begin-suppress-tokens",
                "timestamps"
            })
    void equalTransformers(String name) throws IOException {
        JsonNode golden = read(name);
        int number = 0;
        for (JsonNode one : golden.get("cases")) {
            check(one, "%s, seed %s, case %d".formatted(name, golden.get("seed"), number++));
        }
        assertThat(number).isPositive();
    }

    private static void check(JsonNode golden, String description) {
        GenerationConfig config = config(golden.get("parameters"), golden.get("eos"));
        List<LogitsProcessor> processors = new ArrayList<>(LogitsProcessors.of(
                config,
                new HashSet<>(ids(golden.get("eos"))),
                golden.get("prompt_length").intValue()));
        processors.addAll(LogitsProcessors.warpers(config));
        assertThat(processors.isEmpty())
                .as(description + ": nothing to do only without an end that could be forbidden")
                .isEqualTo(golden.get("eos").isEmpty() && config.minNewTokens() > 0);
        // Twice with the same processors: what one row leaves in their scratch memory must not reach the next.
        for (int row = 0; row < 2; row++) {
            TokenHistory history = history(golden.get("history"));
            float[] scores = scores(golden.get("scores"));
            processors.forEach(processor -> processor.process(history, scores));
            assertEqual(scores, scores(golden.get("expected")), description + ", row " + row);
        }
    }

    private static void assertEqual(float[] actual, float[] expected, String description) {
        assertThat(actual).as(description).hasSameSizeAs(expected);
        for (int id = 0; id < expected.length; id++) {
            if (expected[id] == Float.NEGATIVE_INFINITY) {
                assertThat(actual[id]).as("%s, token %d", description, id).isEqualTo(expected[id]);
            } else {
                double bound = TOLERANCE * Math.max(1, Math.abs(expected[id]));
                assertThat(Math.abs((double) actual[id] - expected[id]))
                        .as("%s, token %d: %s for %s", description, id, actual[id], expected[id])
                        .isLessThanOrEqualTo(bound);
            }
        }
    }

    private static GenerationConfig config(JsonNode parameters, JsonNode ends) {
        GenerationConfig.Builder builder = GenerationConfig.builder(100);
        JsonNode timestamps = parameters.path("timestamps");
        if (timestamps.isObject()) {
            JsonNode latest = timestamps.get("latest_initial_index");
            builder.timestamps(new TimestampTokens(
                    timestamps.get("first").intValue(),
                    ends.get(0).intValue(),
                    latest.isNull() ? null : latest.intValue()));
        }
        parameters.properties().forEach(parameter -> set(builder, parameter.getKey(), parameter.getValue()));
        return builder.build();
    }

    private static void set(GenerationConfig.Builder builder, String name, JsonNode value) {
        switch (name) {
            case "repetition_penalty" -> builder.repetitionPenalty(value.floatValue());
            case "frequency_penalty" -> builder.frequencyPenalty(value.floatValue());
            case "presence_penalty" -> builder.presencePenalty(value.floatValue());
            case "no_repeat_ngram_size" -> builder.noRepeatNgramSize(value.intValue());
            case "bad_words_ids" ->
                builder.badWordsIds(
                        stream(value).map(LogitsProcessorsGoldenTests::ids).toList());
            case "min_new_tokens" -> builder.minNewTokens(value.intValue());
            case "forced_bos_token_id" -> builder.forcedBosTokenId(value.intValue());
            case "suppress_tokens" -> builder.suppressTokens(ids(value));
            case "begin_suppress_tokens" -> builder.beginSuppressTokens(ids(value));
            case "timestamps" -> {}
            case "temperature" -> builder.temperature(value.floatValue());
            case "top_k" -> builder.topK(value.intValue());
            case "top_p" -> builder.topP(value.floatValue());
            case "typical_p" -> builder.typicalP(value.floatValue());
            default -> throw new IllegalArgumentException("Unknown parameter " + name);
        }
    }

    private static List<Integer> ids(JsonNode array) {
        return stream(array).map(JsonNode::intValue).toList();
    }

    private static TokenHistory history(JsonNode array) {
        return new TokenHistory(stream(array).mapToInt(JsonNode::intValue).toArray());
    }

    private static float[] scores(JsonNode array) {
        float[] scores = new float[array.size()];
        for (int id = 0; id < scores.length; id++) {
            JsonNode score = array.get(id);
            scores[id] = score.isNull() ? Float.NEGATIVE_INFINITY : Float.parseFloat(score.asString());
        }
        return scores;
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static JsonNode read(String name) throws IOException {
        String path = "/goldens-logits/" + name + ".json";
        try (InputStream file = LogitsProcessorsGoldenTests.class.getResourceAsStream(path)) {
            return new JsonMapper().readTree(file);
        }
    }
}
