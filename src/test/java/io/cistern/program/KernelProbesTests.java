package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelProbesTests {

    @BeforeAll
    static void prepareEngine() {
        Engine.prepare(0);
    }

    @Test
    void exactArithmeticUsesEightBitsAndSaturatingSeven() {
        assertThat(IntegerArithmetic.EXACT.levels()).isEqualTo(127);
        assertThat(IntegerArithmetic.SATURATING.levels()).isEqualTo(63);
    }

    @Test
    void aProbeAnswersTheSameEveryTime() {
        assertThat(KernelProbes.integerArithmetic()).isSameAs(KernelProbes.integerArithmetic());
    }

    /** With VNNI, 8-bit products are summed in 32 bits, whatever the engine's kernels. */
    @Test
    void aCpuWithVnniIsExact() throws IOException {
        assumeThatCpuHas("avx512_vnni");
        assertThat(KernelProbes.integerArithmetic()).isEqualTo(IntegerArithmetic.EXACT);
    }

    @Test
    void aCpuWithTilesMultipliesInThem() throws IOException {
        assumeThatCpuHas("amx_int8");
        assertThat(KernelProbes.multipliesIntegersInTiles()).isTrue();
    }

    /** Both quantise a row by its largest value; where a value is halfway between two steps, rounding may differ. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 700})
    void tilesGiveTheProductsOfTheEngine(int rows) throws IOException {
        assumeThatCpuHas("amx_int8");
        int inner = 512;
        int outputs = 96;
        Random random = new Random(rows);
        try (NDManager scope = Engine.newScope();
                TensorProgram program = TensorProgram.builder("EightBits", "eight_bits")
                        .libraries("quantization", "dense_int8")
                        .load(scope)) {
            NDArray x = scope.create(normal(random, rows * inner), new Shape(rows, inner));
            NDArray weight = scope.create(normal(random, outputs * inner), new Shape(outputs, inner));
            NDArray[] products = program.computeAll(scope, "multiply", x, weight);
            float largest = products[0].abs().max().getFloat();
            float difference = products[0].sub(products[1]).abs().max().getFloat();
            assertThat(difference).isLessThan(largest * 2e-3f);
        }
    }

    private static float[] normal(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static void assumeThatCpuHas(String instructions) throws IOException {
        Path cpu = Path.of("/proc/cpuinfo");
        assumeThat(cpu).exists();
        assumeThat(Files.readString(cpu)).contains(instructions);
    }
}
