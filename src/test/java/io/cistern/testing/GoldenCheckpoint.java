package io.cistern.testing;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationConfig.EarlyStopping;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A tiny checkpoint with what Transformers computes from it; folders of the property {@code goldens}. */
public record GoldenCheckpoint(Path folder, List<Case> cases) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Inputs of one batch with their logits (or none) and what is generated from them. */
    public record Case(
            String name, List<int[]> inputs, List<int[]> decoderInputs, float[][][] logits, List<Run> runs) {}

    /** A generation of all inputs of a case: sequences of one input follow one another, best first. */
    public record Run(String label, GenerationConfig config, List<int[]> sequences, float[] scores) {}

    public static List<GoldenCheckpoint> all() {
        Path root = Path.of(System.getProperty("goldens", "src/test/resources/goldens/t5"));
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(folder -> Files.exists(folder.resolve("cases.json")))
                    .sorted()
                    .map(GoldenCheckpoint::read)
                    .toList();
        } catch (java.io.IOException ex) {
            throw new java.io.UncheckedIOException(ex);
        }
    }

    private static GoldenCheckpoint read(Path folder) {
        List<Case> cases = new ArrayList<>();
        for (JsonNode node :
                JSON.readTree(folder.resolve("cases.json").toFile()).path("cases")) {
            cases.add(new Case(
                    node.path("name").asString(),
                    arrays(node.path("input_ids")),
                    arrays(node.path("decoder_input_ids")),
                    JSON.treeToValue(node.path("logits"), float[][][].class),
                    runs(node.path("generate"))));
        }
        return new GoldenCheckpoint(folder, cases);
    }

    private static List<Run> runs(JsonNode generate) {
        return generate.valueStream()
                .map(node -> new Run(
                        node.path("parameters").toString(),
                        config(node.path("parameters")),
                        arrays(node.path("sequences")),
                        JSON.treeToValue(node.path("scores"), float[].class)))
                .toList();
    }

    private static GenerationConfig config(JsonNode parameters) {
        GenerationConfig.Builder builder =
                GenerationConfig.builder(parameters.path("max_new_tokens").asInt());
        parameters.properties().forEach(parameter -> set(builder, parameter.getKey(), parameter.getValue()));
        return builder.build();
    }

    private static void set(GenerationConfig.Builder builder, String name, JsonNode value) {
        switch (name) {
            case "max_new_tokens" -> {}
            case "min_new_tokens" -> builder.minNewTokens(value.asInt());
            case "num_beams" -> builder.numBeams(value.asInt());
            case "num_return_sequences" -> builder.numReturnSequences(value.asInt());
            case "length_penalty" -> builder.lengthPenalty(value.floatValue());
            case "early_stopping" ->
                builder.earlyStopping(
                        value.asBoolean() ? EarlyStopping.WHEN_ENOUGH_CANDIDATES : EarlyStopping.HEURISTIC);
            case "repetition_penalty" -> builder.repetitionPenalty(value.floatValue());
            case "no_repeat_ngram_size" -> builder.noRepeatNgramSize(value.asInt());
            case "forced_bos_token_id" -> builder.forcedBosTokenId(value.asInt());
            case "suppress_tokens" -> builder.suppressTokens(integers(value));
            case "bad_words_ids" ->
                builder.badWordsIds(
                        value.valueStream().map(GoldenCheckpoint::integers).toList());
            case "eos_token_id" -> builder.endOfSequenceTokenIds(List.of(value.asInt()));
            default -> throw new IllegalArgumentException("golden parameter " + name + " is not known");
        }
    }

    private static List<Integer> integers(JsonNode values) {
        return values.valueStream().map(JsonNode::asInt).toList();
    }

    private static List<int[]> arrays(JsonNode rows) {
        return rows.valueStream()
                .map(row -> row.valueStream().mapToInt(JsonNode::asInt).toArray())
                .toList();
    }

    @Override
    public String toString() {
        return folder.getFileName().toString();
    }
}
