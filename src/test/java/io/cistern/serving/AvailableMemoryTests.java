package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTests {

    private static final String MEMINFO = "MemTotal:  4000 kB\nMemFree:  100 kB\nMemAvailable:   3000 kB\n";

    @TempDir
    private Path root;

    @Test
    void aMachineHasWhatItsKernelCallsAvailable() {
        write("proc/meminfo", MEMINFO);

        assertThat(new AvailableMemory(root).bytes()).isEqualTo(3000 * 1024);
    }

    @Test
    void aContainerHasWhatItsLimitLeavesAndWhatFilesOccupy() {
        write("proc/meminfo", MEMINFO);
        write("sys/fs/cgroup/memory.max", "1000000\n");
        write("sys/fs/cgroup/memory.current", "600000\n");
        write("sys/fs/cgroup/memory.stat", "anon 300000\ninactive_file 200000\n");

        assertThat(new AvailableMemory(root).bytes()).isEqualTo(1_000_000 - 600_000 + 200_000);
    }

    @Test
    void anOlderContainerIsReadToo() {
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "500000\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n");

        assertThat(new AvailableMemory(root).bytes()).isEqualTo(400_000);
    }

    @Test
    void aContainerWithoutALimitHasWhatTheMachineHas() {
        write("proc/meminfo", MEMINFO);
        write("sys/fs/cgroup/memory.max", "max\n");
        write("sys/fs/cgroup/memory.current", "600000\n");

        assertThat(new AvailableMemory(root).bytes()).isEqualTo(3000 * 1024);
    }

    @Test
    void anOverdrawnContainerHasNothing() {
        write("sys/fs/cgroup/memory.max", "1000\n");
        write("sys/fs/cgroup/memory.current", "2000\n");

        assertThat(new AvailableMemory(root).bytes()).isZero();
    }

    @Test
    void whereNothingIsKnownTheWholeMachineIsTheBound() {
        assertThat(new AvailableMemory(root).bytes()).isPositive();
    }

    private void write(String file, String text) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }
}
