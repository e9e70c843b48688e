package io.cistern.api.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys of the service. Only their hashes are kept, and all of them are compared in constant time. */
final class ApiKeys {

    private final List<byte[]> hashes;

    private ApiKeys(List<byte[]> hashes) {
        this.hashes = hashes;
    }

    /**
     * Reads the keys of the settings and of the file they name.
     *
     * @throws UnusableApiKeysException if a key cannot be sent in a header, the file cannot be read, or a setting that
     *     is there gives no key
     */
    static ApiKeys of(SecurityProperties properties) {
        return new ApiKeys(Stream.concat(inSetting(properties.apiKeys()), inFile(properties.apiKeyFile()))
                .map(ApiKeys::hash)
                .toList());
    }

    boolean isEmpty() {
        return hashes.isEmpty();
    }

    boolean contains(String key) {
        byte[] hash = hash(key);
        boolean found = false;
        for (byte[] known : hashes) {
            found |= MessageDigest.isEqual(known, hash);
        }
        return found;
    }

    private static Stream<String> inSetting(@Nullable List<String> keys) {
        if (keys == null) {
            return Stream.empty();
        }
        if (keys.isEmpty()) {
            throw new UnusableApiKeysException("the setting is there without a key (cistern.security.api-keys)");
        }
        return IntStream.range(0, keys.size())
                .mapToObj(i -> sendable(keys.get(i), "key %d".formatted(i + 1), "cistern.security.api-keys"));
    }

    private static Stream<String> inFile(@Nullable String file) {
        if (file == null) {
            return Stream.empty();
        }
        if (file.isBlank()) {
            throw new UnusableApiKeysException("the setting is there without a file (cistern.security.api-key-file)");
        }
        List<String> lines = lines(Path.of(file)).stream().map(String::strip).toList();
        List<String> keys = IntStream.range(0, lines.size())
                .filter(i -> !lines.get(i).isEmpty() && !lines.get(i).startsWith("#"))
                .mapToObj(i -> sendable(
                        lines.get(i),
                        "the key in line %d of %s".formatted(i + 1, file),
                        "cistern.security.api-key-file"))
                .toList();
        if (keys.isEmpty()) {
            throw new UnusableApiKeysException("%s has no key (cistern.security.api-key-file)".formatted(file));
        }
        return keys.stream();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException ex) {
            throw new UnusableApiKeysException("%s cannot be read (cistern.security.api-key-file)".formatted(file), ex);
        }
    }

    private static String sendable(String key, String place, String setting) {
        if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new UnusableApiKeysException(
                    "%s is empty or has characters other than visible ASCII (%s)".formatted(place, setting));
        }
        return key;
    }

    private static byte[] hash(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-256", ex);
        }
    }
}
