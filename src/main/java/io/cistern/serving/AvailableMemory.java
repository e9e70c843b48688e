package io.cistern.serving;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The memory that can still be allocated: what the machine has left, or what the container's limit leaves. Pages of
 * files that the kernel drops when memory is needed count as available, which
 * {@link OperatingSystemMXBean#getFreeMemorySize()} does not do.
 */
final class AvailableMemory {

    private final Path root;

    AvailableMemory() {
        this(Path.of("/"));
    }

    AvailableMemory(Path root) {
        this.root = root;
    }

    long bytes() {
        return LongStream.concat(
                        machine().stream(),
                        LongStream.concat(
                                group("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file").stream(),
                                group(
                                        "sys/fs/cgroup/memory",
                                        "memory.limit_in_bytes",
                                        "memory.usage_in_bytes",
                                        "total_inactive_file")
                                        .stream()))
                .min()
                .orElseGet(AvailableMemory::total);
    }

    private OptionalLong machine() {
        OptionalLong kibibytes = field(root.resolve("proc/meminfo"), "MemAvailable:");
        return kibibytes.isPresent() ? OptionalLong.of(kibibytes.getAsLong() * 1024) : kibibytes;
    }

    private OptionalLong group(String folder, String limitFile, String usageFile, String reclaimable) {
        Path group = root.resolve(folder);
        OptionalLong limit = number(group.resolve(limitFile));
        OptionalLong usage = number(group.resolve(usageFile));
        if (limit.isEmpty() || usage.isEmpty()) {
            return OptionalLong.empty();
        }
        long dropped = field(group.resolve("memory.stat"), reclaimable).orElse(0);
        return OptionalLong.of(Math.max(0, limit.getAsLong() - usage.getAsLong() + dropped));
    }

    /** Reads a file of one number; {@code max} and missing files are no number. */
    private static OptionalLong number(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (IOException ex) {
            return OptionalLong.empty();
        }
    }

    private static OptionalLong field(Path file, String name) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line -> line.split("\\s+"))
                    .filter(words -> words.length > 1 && words[0].equals(name))
                    .mapToLong(words -> Long.parseLong(words[1]))
                    .findFirst();
        } catch (IOException ex) {
            return OptionalLong.empty();
        }
    }

    /** Where the system does not say what is left, more than the whole machine has is certainly too much. */
    private static long total() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }
}
