package io.cistern.serving;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** The cores that can compute at full speed: hyper-threads of one core share its multipliers, so they count once. */
final class PhysicalCores {

    private static final Path LINUX_PROCESSORS = Path.of("/sys/devices/system/cpu");

    private PhysicalCores() {}

    /** Returns the physical cores, at most the processors that a container leaves to this process. */
    static int available() {
        return Math.min(Runtime.getRuntime().availableProcessors(), count(LINUX_PROCESSORS));
    }

    /** Returns the distinct cores of a folder like Linux's, or the largest number where it says nothing. */
    static int count(Path processors) {
        Set<String> cores = new HashSet<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(processors, "cpu[0-9]*")) {
            for (Path folder : folders) {
                cores.add(Files.readString(folder.resolve("topology/thread_siblings_list")));
            }
        } catch (IOException ex) {
            return Integer.MAX_VALUE;
        }
        return cores.isEmpty() ? Integer.MAX_VALUE : cores.size();
    }
}
