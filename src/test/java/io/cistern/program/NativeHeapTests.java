package io.cistern.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class NativeHeapTests {

    @Test
    @EnabledOnOs(OS.LINUX)
    void givesFreePagesBackOnEveryJvmThatIsTested() {
        assertThat(NativeHeap.trim()).isTrue();
    }

    @Test
    void isTrimmedByOneThreadHoweverOftenItIsAskedFor() {
        NativeHeap.keepTrimmed();
        NativeHeap.keepTrimmed();
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("trim-native-heap"))
                .singleElement()
                .matches(Thread::isDaemon, "does not keep the process alive");
    }
}
