package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.cistern.testing.DirectBuffers;
import org.junit.jupiter.api.Test;

class FloatStageTests {

    private static final int LENGTH = 1 << 22;

    private final FloatStage stage = new FloatStage();

    @Test
    void arraysHaveTheValuesThatTheyWereMadeOf() {
        try (NDManager scope = Engine.newScope()) {
            for (float[] values : new float[][] {{1, 2, 3, 4}, {-1, Float.NaN}, {5, 6, 7, 8, 9, 10}}) {
                try (NDArray array = stage.array(scope, values, new Shape(2, values.length / 2))) {
                    assertThat(array.toFloatArray()).containsExactly(values);
                }
            }
        }
    }

    @Test
    void allArraysLieInOneBuffer() {
        float[] values = new float[LENGTH];
        try (NDManager scope = Engine.newScope()) {
            stage.array(scope, values, new Shape(LENGTH)).close();
            long before = DirectBuffers.pool().getTotalCapacity();
            for (int i = 0; i < 8; i++) {
                stage.array(scope, values, new Shape(LENGTH)).close();
            }
            assertThat(DirectBuffers.pool().getTotalCapacity() - before).isLessThan((long) LENGTH * Float.BYTES);
        }
    }
}
