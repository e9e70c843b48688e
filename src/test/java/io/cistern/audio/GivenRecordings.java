package io.cistern.audio;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Folders of recordings that are not in the repository; tests that need one are skipped where it is not given. */
final class GivenRecordings {

    private GivenRecordings() {}

    /** Returns the folder that a system property names, or skips the test. */
    static Path folder(String property) {
        String folder = System.getProperty(property, "");
        assumeThat(folder)
                .as("-D%s=<folder of recordings> is not set", property)
                .isNotEmpty();
        return Path.of(folder);
    }

    /** Returns the recordings up to a size below the folder that a property names, none where it is not given. */
    static List<byte[]> upTo(long bytes, String property) {
        String folder = System.getProperty(property, "");
        if (folder.isEmpty()) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".md"))
                    .filter(file -> file.toFile().length() <= bytes)
                    .sorted()
                    .map(GivenRecordings::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
