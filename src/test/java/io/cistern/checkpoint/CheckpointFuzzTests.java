package io.cistern.checkpoint;

import static io.cistern.checkpoint.TinySafetensors.shape;
import static io.cistern.checkpoint.TinySafetensors.tensors;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damages sound files at random: each loads, and then all its floats can be read, or it is refused as damaged. */
class CheckpointFuzzTests {

    private static final int MUTATIONS = 4000;
    private static final byte[] TELLING = "{}[]\":,-+.eE0123456789 \u0000\u007f".getBytes(UTF_8);

    private final long seed = Long.getLong("fuzz.seed", 20261130L);
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    @Test
    void damagedWeightsLoadOrAreRefused() {
        byte[] sound = tensors()
                .floats("a", shape(2, 2), 1, 2, 3, 4)
                .shorts("b", "F16", shape(3), 1, 2, 3)
                .shorts("c", "BF16", shape(1, 2), 4, 5)
                .tensor("d", "I8", shape(2), new byte[2])
                .bytes();
        survives(folder.resolve(CheckpointWeights.SINGLE_FILE), sound);
    }

    @Test
    void damagedIndexesLoadOrAreRefused() {
        tensors().floats("a", shape(1), 1).write(folder.resolve("x.safetensors"));
        tensors().floats("b", shape(1), 1).write(folder.resolve("y.safetensors"));
        byte[] sound =
                "{\"metadata\":{\"total_size\":8},\"weight_map\":{\"a\":\"x.safetensors\",\"b\":\"y.safetensors\"}}"
                        .getBytes(UTF_8);
        survives(folder.resolve(CheckpointWeights.INDEX_FILE), sound);
    }

    private void survives(Path path, byte[] sound) {
        System.out.println(getClass().getSimpleName() + ": -Dfuzz.seed=" + seed);
        int loaded = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] damaged = damaged(sound);
            replace(path, damaged);
            loaded += loads(i, damaged) ? 1 : 0;
        }
        assertThat(loaded).as("both outcomes must occur").isBetween(1, MUTATIONS - 1);
    }

    private boolean loads(int round, byte[] damaged) {
        try (CheckpointWeights weights = CheckpointWeights.open(folder)) {
            weights.names().forEach(name -> readThrough(weights, name));
            return true;
        } catch (CheckpointFormatException e) {
            return false;
        } catch (RuntimeException | Error e) {
            return fail(
                    "seed " + seed + ", round " + round + ": " + HexFormat.of().formatHex(damaged), e);
        }
    }

    /** Deletes first: ext4 flushes a file that is truncated and rewritten to the disk, which takes milliseconds. */
    private static void replace(Path path, byte[] content) {
        try {
            Files.deleteIfExists(path);
            Files.write(path, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readThrough(CheckpointWeights weights, String name) {
        ElementType type = weights.info(name).type();
        if (type == ElementType.F32 || type == ElementType.F16 || type == ElementType.BF16) {
            float[] floats = new float[(int) weights.info(name).elements()];
            weights.floats(name).asFloatBuffer().get(floats);
        }
    }

    private byte[] damaged(byte[] sound) {
        byte[] bytes = sound;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            bytes = damagedOnce(bytes);
        }
        return bytes;
    }

    private byte[] damagedOnce(byte[] bytes) {
        if (bytes.length == 0) {
            return bytes;
        }
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> replaced(bytes, at, (byte) random.nextInt(256));
            case 1 -> replaced(bytes, at, TELLING[random.nextInt(TELLING.length)]);
            case 2 -> replaced(bytes, at, (byte) (bytes[at] ^ 1 << random.nextInt(8)));
            case 3 -> Arrays.copyOf(bytes, at);
            case 4 -> spliced(bytes, at, Math.min(bytes.length, at + random.nextInt(8)));
            default -> spliced(bytes, at, Math.max(0, at - random.nextInt(8)));
        };
    }

    private static byte[] replaced(byte[] bytes, int at, byte value) {
        byte[] copy = bytes.clone();
        copy[at] = value;
        return copy;
    }

    /** Joins the start up to {@code end} and the rest from {@code begin}: bytes go missing or appear twice. */
    private static byte[] spliced(byte[] bytes, int end, int begin) {
        byte[] copy = Arrays.copyOf(bytes, end + bytes.length - begin);
        System.arraycopy(bytes, begin, copy, end, bytes.length - begin);
        return copy;
    }
}
