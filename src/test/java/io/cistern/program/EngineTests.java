package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.pytorch.jni.JniUtils;
import io.cistern.program.Engine.IntegerArithmetic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EngineTests {

    @BeforeAll
    static void prepareEngine() {
        Engine.prepare(0);
    }

    @Test
    void isTheVersionThatIsTested() {
        assertThat(Engine.version()).startsWith("PyTorch 2.7.1");
    }

    @Test
    void neitherDownloadsNorReports() {
        assertThat(System.getProperty("ai.djl.offline")).isEqualTo("true");
        assertThat(System.getProperty("OPT_OUT_TRACKING")).isEqualTo("true");
    }

    @Test
    void computesWithAtLeastOneThread() {
        assertThat(Engine.threads()).isPositive();
    }

    @Tag("threads")
    @Test
    void runsATaskAloneAndThenWithItsTeamAgain() {
        Engine.prepareThread();
        int team = JniUtils.getNumThreads();
        assertThat(team).isGreaterThan(1);
        assertThat(Engine.alone(JniUtils::getNumThreads)).isEqualTo(1);
        assertThat(JniUtils.getNumThreads()).isEqualTo(team);
    }

    @Test
    void exactArithmeticUsesEightBitsAndSaturatingSeven() {
        assertThat(IntegerArithmetic.EXACT.levels()).isEqualTo(127);
        assertThat(IntegerArithmetic.SATURATING.levels()).isEqualTo(63);
    }

    @Test
    void theProbeAnswersTheSameEveryTime() {
        assertThat(Engine.integerArithmetic()).isSameAs(Engine.integerArithmetic());
    }

    /** With VNNI, 8-bit products are summed in 32 bits, whatever the engine's kernels. */
    @Test
    void aCpuWithVnniIsExact() throws java.io.IOException {
        java.nio.file.Path cpu = java.nio.file.Path.of("/proc/cpuinfo");
        assumeThat(cpu).exists();
        assumeThat(java.nio.file.Files.readString(cpu)).contains("avx512_vnni");
        assertThat(Engine.integerArithmetic()).isEqualTo(IntegerArithmetic.EXACT);
    }
}
