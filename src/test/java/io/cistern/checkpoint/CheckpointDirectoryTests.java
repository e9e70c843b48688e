package io.cistern.checkpoint;

import static io.cistern.checkpoint.TinySafetensors.shape;
import static io.cistern.checkpoint.TinySafetensors.tensors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointDirectoryTests {

    @TempDir
    private Path folder;

    @Test
    void readsConfigurationAndWeights() throws IOException {
        write("config.json", "{\"model_type\": \"t5\", \"layer_norm_epsilon\": 1e-6, \"limit\": Infinity}");
        write("generation_config.json", "{\"decoder_start_token_id\": 3}");
        tensors().floats("a", shape(1), 2).write(folder.resolve("model.safetensors"));
        CheckpointDirectory checkpoint = CheckpointDirectory.open(folder);
        assertThat(checkpoint.path()).isEqualTo(folder);
        assertThat(checkpoint.config().path("model_type").stringValue()).isEqualTo("t5");
        assertThat(checkpoint
                        .generationConfig()
                        .orElseThrow()
                        .path("decoder_start_token_id")
                        .intValue())
                .isEqualTo(3);
        try (CheckpointWeights weights = checkpoint.weights()) {
            assertThat(weights.names()).containsExactly("a");
        }
    }

    @Test
    void needsNoGenerationConfig() throws IOException {
        write("config.json", "{}");
        assertThat(CheckpointDirectory.open(folder).generationConfig()).isEmpty();
    }

    @Test
    void refusesAFolderThatIsNotThere() {
        assertFault(folder.resolve("absent"), "absent: does not exist");
    }

    @Test
    void refusesAFile() throws IOException {
        assertFault(write("model.safetensors", "x"), "is a file, not a checkpoint folder");
    }

    @Test
    void refusesAFolderWithoutConfiguration() {
        assertFault(folder, "holds no config.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"a\":1", "{\"a\":1,\"a\":2}", "{} {}"})
    void refusesAConfigurationThatIsNoObject(String config) throws IOException {
        assertFault(write("config.json", config).getParent(), "config.json");
    }

    @Test
    void refusesADamagedGenerationConfig() throws IOException {
        write("config.json", "{}");
        write("generation_config.json", "{");
        assertFault(folder, "generation_config.json: cannot be read as JSON");
    }

    @Test
    void saysThatAFolderHoldsNoWeights() throws IOException {
        write("config.json", "{}");
        assertThatExceptionOfType(CheckpointFormatException.class)
                .isThrownBy(() -> CheckpointDirectory.open(folder).weights())
                .withMessageEndingWith("holds neither model.safetensors nor model.safetensors.index.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pytorch_model.bin", "model.pt", "model.pth", "model.ckpt", "weights.pkl"})
    void saysWhyPicklesAreNotRead(String name) throws IOException {
        write("config.json", "{}");
        write(name, "");
        assertThatExceptionOfType(CheckpointFormatException.class)
                .isThrownBy(() -> CheckpointDirectory.open(folder).weights())
                .withMessageContaining("'" + name + "' is in Python's pickle, which can run any program")
                .withMessageContaining("safetensors");
    }

    @Test
    void saysThatFilesOfOtherRuntimesAreNotRead() throws IOException {
        write("model.gguf", "");
        assertFault(folder, "'model.gguf' is in the format of another runtime; safetensors is needed");
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static void assertFault(Path path, String reason) {
        assertThatExceptionOfType(CheckpointFormatException.class)
                .isThrownBy(() -> CheckpointDirectory.open(path))
                .withMessageContaining(reason);
    }
}
