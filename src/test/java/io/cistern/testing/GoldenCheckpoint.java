package io.cistern.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationConfig.EarlyStopping;
import io.cistern.model.EncoderSource;
import io.cistern.model.FeatureSource;
import io.cistern.model.ModelFamily;
import io.cistern.model.TokenSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A tiny checkpoint with what Transformers computes from it; folders of the property {@code goldens}. */
public record GoldenCheckpoint(Path folder, List<Case> cases) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Inputs of one batch with their logits (or none) and what is generated from them. */
    public record Case(
            String name, List<EncoderSource> inputs, List<int[]> decoderInputs, float[][][] logits, List<Run> runs) {

        public int[] tokenIds(int input) {
            return ((TokenSource) inputs.get(input)).tokenIds();
        }
    }

    /** A generation of all inputs of a case: sequences of one input follow one another, best first. */
    public record Run(String label, GenerationConfig config, List<int[]> sequences, float[] scores) {}

    /** Returns the checkpoints of a family, in the folder of the property or in folders inside it. */
    public static Stream<GoldenCheckpoint> of(ModelFamily family) {
        Path root = Path.of(System.getProperty("goldens", "src/test/resources/goldens"));
        try (Stream<Path> folders = Files.walk(root, 2)) {
            List<GoldenCheckpoint> found = folders.filter(folder -> Files.exists(folder.resolve("cases.json")))
                    .filter(folder -> family.modelTypes().contains(modelType(folder)))
                    .sorted()
                    .map(GoldenCheckpoint::read)
                    .toList();
            assertThat(found).as("checkpoints in %s", root).isNotEmpty();
            return found.stream();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String modelType(Path folder) {
        return config(folder).path("model_type").asString();
    }

    private static JsonNode config(Path folder) {
        return JSON.readTree(folder.resolve("config.json").toFile());
    }

    private static GoldenCheckpoint read(Path folder) {
        JsonNode cases = JSON.readTree(folder.resolve("cases.json").toFile()).path("cases");
        boolean speech = modelType(folder).equals("whisper");
        return new GoldenCheckpoint(
                folder,
                cases.valueStream()
                        .map(node -> speech ? speechCase(node, config(folder)) : textCase(node))
                        .toList());
    }

    private static Case textCase(JsonNode node) {
        return new Case(
                node.path("name").asString(),
                arrays(node.path("input_ids")).stream()
                        .<EncoderSource>map(TokenSource::new)
                        .toList(),
                arrays(node.path("decoder_input_ids")),
                logits(node),
                runs(node.path("generate")));
    }

    /** Greedy search over 30 tokens that nothing ends, from features that are a formula of the row. */
    private static Case speechCase(JsonNode node, JsonNode config) {
        int rows = node.path("rows").asInt();
        GenerationConfig greedy = GenerationConfig.builder(30)
                .decoderPromptIds(integers(node.path("prompt")))
                .endOfSequenceTokenIds(List.of(config.path("vocab_size").asInt()))
                .build();
        return new Case(
                rows + " rows",
                IntStream.range(0, rows)
                        .<EncoderSource>mapToObj(row -> waves(
                                row,
                                config.path("num_mel_bins").asInt(),
                                2 * config.path("max_source_positions").asInt()))
                        .toList(),
                arrays(node.path("decoder_input_ids")),
                logits(node),
                List.of(new Run("greedy", greedy, arrays(node.path("greedy")), null)));
    }

    private static FeatureSource waves(int row, int bands, int frames) {
        float[] features = new float[bands * frames];
        for (int band = 0; band < bands; band++) {
            for (int frame = 0; frame < frames; frame++) {
                features[band * frames + frame] = (float) Math.sin(0.37 * band + 0.011 * (row + 1) * frame);
            }
        }
        return new FeatureSource(features);
    }

    private static float[][][] logits(JsonNode node) {
        return JSON.treeToValue(node.path("logits"), float[][][].class);
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
