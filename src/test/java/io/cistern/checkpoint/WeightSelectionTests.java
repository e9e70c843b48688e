package io.cistern.checkpoint;

import static io.cistern.checkpoint.TinySafetensors.shape;
import static io.cistern.checkpoint.TinySafetensors.tensors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeightSelectionTests {

    @TempDir
    private Path folder;

    private Path path;
    private CheckpointWeights weights;
    private WeightSelection selection;

    @BeforeEach
    void opens() {
        path = tensors()
                .floats("shared.weight", shape(2, 1), 1, 2)
                .floats("norm.weight", shape(1), 3)
                .floats("scale", shape(), 4)
                .write(folder.resolve("model.safetensors"));
        weights = CheckpointWeights.open(folder);
        selection = new WeightSelection(weights);
    }

    @AfterEach
    void closes() {
        weights.close();
    }

    @Test
    void takesTensorsOfTheExpectedShape() {
        assertThat(selection.floats("shared.weight", 2, 1).asFloatBuffer().get(1))
                .isEqualTo(2);
        assertThat(selection.floats("norm.weight", 1).asFloatBuffer().get(0)).isEqualTo(3);
        assertThat(selection.floats("scale").asFloatBuffer().get(0)).isEqualTo(4);
        assertThatNoException().isThrownBy(() -> selection.requireNoOthers(Set.of()));
    }

    @Test
    void tellsWhetherATensorIsThere() {
        assertThat(selection.contains("norm.weight")).isTrue();
        assertThat(selection.contains("lm_head.weight")).isFalse();
    }

    @Test
    void refusesAnotherShapeAndNamesBoth() {
        CheckpointFormatException fault = fault(() -> selection.floats("shared.weight", 1, 2));
        assertThat(fault)
                .hasMessage(path + ": tensor 'shared.weight' has shape [2, 1], the configuration needs [1, 2]");
        assertThat(fault.tensor()).isEqualTo("shared.weight");
        assertThat(fault(() -> selection.floats("norm.weight"))).hasMessageContaining("has shape [1], ");
    }

    @Test
    void refusesAMissingTensor() {
        CheckpointFormatException fault = fault(() -> selection.floats("lm_head.weight", 2, 1));
        assertThat(fault).hasMessage(path + ": tensor 'lm_head.weight' is missing");
        assertThat(fault.path()).isEqualTo(path);
    }

    @Test
    void refusesSuperfluousTensorsAndNamesThem() {
        selection.floats("norm.weight", 1);
        CheckpointFormatException fault = fault(() -> selection.requireNoOthers(Set.of()));
        assertThat(fault)
                .hasMessage(path + ": tensor 'scale' is superfluous for this configuration,"
                        + " others too (1): 'shared.weight'");
        assertThat(fault.tensor()).isEqualTo("scale");
    }

    @Test
    void aTensorOfTheWrongShapeCountsAsNotTaken() {
        fault(() -> selection.floats("scale", 7));
        selection.floats("shared.weight", 2, 1);
        selection.floats("norm.weight", 1);
        assertThat(fault(() -> selection.requireNoOthers(Set.of()))).hasMessageContaining("'scale' is superfluous");
    }

    @Test
    void leavesIgnorableTensorsAlone() {
        selection.floats("norm.weight", 1);
        assertThatNoException().isThrownBy(() -> selection.requireNoOthers(Set.of("scale", "shared.weight", "absent")));
    }

    private static CheckpointFormatException fault(ThrowingCallable call) {
        return catchThrowableOfType(CheckpointFormatException.class, call);
    }
}
