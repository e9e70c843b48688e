package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.jna.Function;
import com.sun.jna.Platform;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenMpTests {

    @Test
    void whatTheEnvironmentSetsStays() {
        assertThat(OpenMp.leavesWaitingToUs(Map.of("PATH", "/bin"))).isTrue();
        assertThat(OpenMp.leavesWaitingToUs(Map.of("GOMP_SPINCOUNT", "7"))).isFalse();
        assertThat(OpenMp.leavesWaitingToUs(Map.of("OMP_WAIT_POLICY", "active")))
                .isFalse();
    }

    @Test
    void nativeCodeReadsWhatIsSet() {
        assumeThat(Platform.isLinux()).isTrue();
        OpenMp.setVariable("CISTERN_OPEN_MP_TESTS", "2000");

        Function getenv = Function.getFunction(Platform.C_LIBRARY_NAME, "getenv");
        assertThat(getenv.invokeString(new Object[] {"CISTERN_OPEN_MP_TESTS"}, false))
                .isEqualTo("2000");
    }
}
