package io.cistern.checkpoint;

import static io.cistern.checkpoint.TinySafetensors.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a sparse file: six GiB long, a few blocks on disk. */
class LargeSafetensorsTests {

    private static final long GIANT_ELEMENTS = 1_500_000_000L;
    private static final long GIANT_BYTES = GIANT_ELEMENTS * Float.BYTES;

    @TempDir
    private Path folder;

    private CheckpointWeights weights;

    @BeforeEach
    void writesASparseFile() throws IOException {
        String header = "{" + entry("giant", "F32", "[1500000000]", 0, GIANT_BYTES) + ","
                + entry("last", "F32", "[2]", GIANT_BYTES, GIANT_BYTES + 8) + ","
                + entry("half", "F16", "[2]", GIANT_BYTES + 8, GIANT_BYTES + 12) + "}";
        byte[] start = TinySafetensors.file(header, new byte[0]);
        Path path = folder.resolve("model.safetensors");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(start.length + GIANT_BYTES + 12);
            file.write(start);
            file.seek(start.length + GIANT_BYTES - 4);
            file.write(ByteBuffer.allocate(16)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putFloat(5)
                    .putFloat(6)
                    .putFloat(7)
                    .putShort((short) 0x4800)
                    .putShort((short) 0x4880)
                    .array());
        }
        weights = CheckpointWeights.open(folder);
    }

    @AfterEach
    void closes() {
        weights.close();
    }

    @Test
    void readsTensorsBeyondFourGibibytes() {
        assertThat(weights.floats("last").asFloatBuffer().get(0)).isEqualTo(6);
        assertThat(weights.floats("last").asFloatBuffer().get(1)).isEqualTo(7);
        assertThat(weights.floats("half").asFloatBuffer().get(0)).isEqualTo(8);
        assertThat(weights.floats("half").asFloatBuffer().get(1)).isEqualTo(9);
    }

    @Test
    void refusesATensorLargerThanABuffer() {
        assertThatExceptionOfType(CheckpointFormatException.class)
                .isThrownBy(() -> weights.floats("giant"))
                .withMessageContaining("'giant' has 1500000000 elements; 536870911 at most can be read");
    }
}
