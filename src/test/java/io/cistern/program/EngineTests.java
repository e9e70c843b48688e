package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.pytorch.jni.JniUtils;
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
}
