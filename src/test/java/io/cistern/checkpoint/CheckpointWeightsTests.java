package io.cistern.checkpoint;

import static io.cistern.checkpoint.TinySafetensors.shape;
import static io.cistern.checkpoint.TinySafetensors.tensors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointWeightsTests {

    private static final String FIRST = "model-00001-of-00002.safetensors";
    private static final String SECOND = "model-00002-of-00002.safetensors";

    @TempDir
    private Path parent;

    @Test
    void viewsAllShardsAsOne() throws IOException {
        writeShards();
        index("{\"a\":\"%s\",\"b\":\"%s\",\"c\":\"%s\"}".formatted(FIRST, SECOND, SECOND));
        try (CheckpointWeights weights = CheckpointWeights.open(folder())) {
            assertThat(weights.source()).isEqualTo(folder().resolve(CheckpointWeights.INDEX_FILE));
            assertThat(weights.names()).containsExactly("a", "b", "c");
            assertThat(weights.info("c").shape()).containsExactly(1, 2);
            assertThat(weights.file("c")).isEqualTo(folder().resolve(SECOND));
            assertThat(weights.floats("a").asFloatBuffer().get(0)).isEqualTo(1);
            assertThat(weights.floats("c").asFloatBuffer().get(1)).isEqualTo(4);
        }
    }

    @Test
    void prefersTheSingleFile() throws IOException {
        index("{\"a\":\"absent.safetensors\"}");
        tensors().floats("a", shape(1), 9).write(folder().resolve(CheckpointWeights.SINGLE_FILE));
        try (CheckpointWeights weights = CheckpointWeights.open(folder())) {
            assertThat(weights.floats("a").asFloatBuffer().get(0)).isEqualTo(9);
        }
    }

    @Test
    void followsLinksAsTheHubsCacheMakesThem() throws IOException {
        Path blob = tensors().floats("a", shape(1), 9).write(parent.resolve("blob"));
        Files.createSymbolicLink(folder().resolve(CheckpointWeights.SINGLE_FILE), blob);
        try (CheckpointWeights weights = CheckpointWeights.open(folder())) {
            assertThat(weights.floats("a").asFloatBuffer().get(0)).isEqualTo(9);
        }
    }

    @Test
    void namesATensorThatIsMissing() throws IOException {
        Path file = tensors().floats("a", shape(1), 9).write(folder().resolve(CheckpointWeights.SINGLE_FILE));
        try (CheckpointWeights weights = CheckpointWeights.open(folder())) {
            assertFault(
                    catchThrowableOfType(CheckpointFormatException.class, () -> weights.floats("b")),
                    file,
                    "b",
                    "is missing");
        }
    }

    @Test
    void refusesAMissingShard() throws IOException {
        tensors().floats("a", shape(1), 1).write(folder().resolve(FIRST));
        index("{\"a\":\"%s\",\"b\":\"%s\"}".formatted(FIRST, SECOND));
        assertFault(openingFault(), folder().resolve(SECOND), null, "cannot be read: java.nio.file.NoSuchFile");
    }

    @Test
    void refusesATensorThatIsMissingInItsShard() throws IOException {
        writeShards();
        index("{\"a\":\"%s\",\"b\":\"%s\",\"c\":\"%s\"}".formatted(FIRST, FIRST, SECOND));
        assertFault(openingFault(), folder().resolve(FIRST), "b", "is missing; model.safetensors.index.json says");
    }

    @Test
    void refusesATensorThatTheIndexDoesNotName() throws IOException {
        writeShards();
        index("{\"a\":\"%s\",\"b\":\"%s\"}".formatted(FIRST, SECOND));
        assertFault(openingFault(), folder().resolve(SECOND), "c", "is not mapped to this file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../x",
                "../x.safetensors",
                "..\\\\x.safetensors",
                "/etc/x.safetensors",
                "sub/x.safetensors",
                "./x.safetensors",
                "..",
                "",
                ".safetensors",
                "pytorch_model.bin",
                "x\\u0000.safetensors",
                "x.safetensors\\n",
                "C:x.safetensors"
            })
    void refusesAShardThatIsNoPlainName(String shard) throws IOException {
        tensors().floats("a", shape(1), 1).write(parent.resolve("x.safetensors"));
        Path index = index("{\"a\":\"" + shard + "\"}");
        assertFault(openingFault(), index, "a", "a shard is a plain name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "null", "[]", "{}"})
    void refusesAShardThatIsNoText(String shard) throws IOException {
        Path index = index("{\"a\":" + shard + "}");
        assertFault(openingFault(), index, "a", "a shard is a plain name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "\"x\""})
    void refusesAnIndexWithoutMap(String map) throws IOException {
        Path index = index(map);
        assertFault(openingFault(), index, null, "has no object 'weight_map'");
    }

    @Test
    void refusesATensorThatTheIndexMapsTwice() throws IOException {
        writeShards();
        Path index = index("{\"a\":\"%s\",\"a\":\"%s\"}".formatted(FIRST, SECOND));
        assertFault(openingFault(), index, null, "Duplicate Object property \"a\"");
    }

    private Path folder() throws IOException {
        return Files.createDirectories(parent.resolve("checkpoint"));
    }

    private void writeShards() throws IOException {
        tensors().floats("a", shape(1), 1).write(folder().resolve(FIRST));
        tensors().floats("b", shape(1), 2).floats("c", shape(1, 2), 3, 4).write(folder().resolve(SECOND));
    }

    private Path index(String weightMap) throws IOException {
        return Files.writeString(
                folder().resolve(CheckpointWeights.INDEX_FILE),
                "{\"metadata\":{\"total_size\":16},\"weight_map\":" + weightMap + "}");
    }

    private CheckpointFormatException openingFault() throws IOException {
        Path folder = folder();
        return catchThrowableOfType(CheckpointFormatException.class, () -> CheckpointWeights.open(folder));
    }

    private static void assertFault(
            CheckpointFormatException fault, Path path, @Nullable String tensor, String reason) {
        assertThat(fault).hasMessageContaining(reason);
        assertThat(fault.path()).isEqualTo(path);
        assertThat(fault.tensor()).isEqualTo(tensor);
    }
}
