package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
        Path cpu = Path.of("/proc/cpuinfo");
        assumeThat(cpu).exists();
        assumeThat(Files.readString(cpu)).contains("avx512_vnni");
        assertThat(KernelProbes.integerArithmetic()).isEqualTo(IntegerArithmetic.EXACT);
    }
}
