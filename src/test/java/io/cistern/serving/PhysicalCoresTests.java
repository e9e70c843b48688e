package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhysicalCoresTests {

    @TempDir
    private Path processors;

    @Test
    void hyperThreadsOfOneCoreCountOnce() throws IOException {
        String[] siblings = {"0,2\n", "1,3\n", "0,2\n", "1,3\n"};
        for (int i = 0; i < siblings.length; i++) {
            Path topology = Files.createDirectories(processors.resolve("cpu" + i + "/topology"));
            Files.writeString(topology.resolve("thread_siblings_list"), siblings[i]);
        }
        Files.createDirectories(processors.resolve("cpufreq"));

        assertThat(PhysicalCores.count(processors)).isEqualTo(2);
    }

    @Test
    void whereNothingIsKnownEveryProcessorIsACore() {
        assertThat(PhysicalCores.count(processors.resolve("missing"))).isEqualTo(Integer.MAX_VALUE);
        assertThat(PhysicalCores.available()).isBetween(1, Runtime.getRuntime().availableProcessors());
    }
}
