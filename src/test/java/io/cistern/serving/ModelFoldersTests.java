package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cistern.model.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFoldersTests {

    private static final ModelProperties MODEL =
            new ModelProperties("tiny", Path.of("models/tiny"), Precision.FP32, CapacityOverride.NONE, List.of());

    @TempDir
    private Path working;

    @TempDir
    private Path besideJar;

    @Test
    void theWorkingDirectoryComesFirst() throws IOException {
        Path folder = Files.createDirectories(working.resolve("models/tiny"));
        Files.createDirectories(besideJar.resolve("models/tiny"));

        assertThat(folders().find(MODEL)).isEqualTo(folder);
    }

    @Test
    void aFolderBesideTheJarIsFound() throws IOException {
        Path folder = Files.createDirectories(besideJar.resolve("models/tiny"));

        assertThat(folders().find(MODEL)).isEqualTo(folder);
    }

    @Test
    void aMissingFolderNamesThePlacesThatWereSearched() {
        assertThatExceptionOfType(ModelFolderNotFoundException.class)
                .isThrownBy(() -> folders().find(MODEL))
                .satisfies(ex -> assertThat(ex.searched())
                        .containsExactly(working.resolve("models/tiny"), besideJar.resolve("models/tiny")));
    }

    private ModelFolders folders() {
        return new ModelFolders(List.of(working, besideJar));
    }
}
