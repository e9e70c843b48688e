package io.cistern.checkpoint;

import static io.cistern.checkpoint.TinySafetensors.entry;
import static io.cistern.checkpoint.TinySafetensors.file;
import static io.cistern.checkpoint.TinySafetensors.shape;
import static io.cistern.checkpoint.TinySafetensors.tensors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SafetensorsFileTests {

    @TempDir
    private Path folder;

    private Path path;

    @BeforeEach
    void namesTheFile() {
        path = folder.resolve("model.safetensors");
    }

    @Test
    void listsTensorsOfEveryType() {
        byte[] header = ("{\"__metadata__\":{\"format\":\"pt\"},"
                        + entry("half", "F16", "[2,3]", 0, 12) + ","
                        + entry("ids", "I64", "[]", 12, 20) + ","
                        + entry("packed", "F4", "[3,2]", 20, 23) + ","
                        + entry("empty", "F32", "[0,7]", 23, 23) + "}   ")
                .getBytes(StandardCharsets.UTF_8);
        try (SafetensorsFile file = opened(file(header, new byte[23]))) {
            assertThat(file.tensors().keySet()).containsExactly("half", "ids", "packed", "empty");
            TensorInfo half = tensor(file, "half");
            assertThat(half.type()).isEqualTo(ElementType.F16);
            assertThat(half.shape()).containsExactly(2, 3);
            assertThat(half.elements()).isEqualTo(6);
            assertThat(tensor(file, "ids").shape()).isEmpty();
            assertThat(tensor(file, "ids").elements()).isOne();
            assertThat(tensor(file, "packed").elements()).isEqualTo(6);
            assertThat(tensor(file, "empty").elements()).isZero();
            assertThat(file.floats(tensor(file, "empty")).hasRemaining()).isFalse();
        }
    }

    @Test
    void readsTensorsInAnyOrderOfTheHeader() {
        String header = "{" + entry("second", "F32", "[1]", 4, 8) + "," + entry("first", "F32", "[1]", 0, 4) + "}";
        byte[] data = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(1.5f)
                .putFloat(-2.5f)
                .array();
        try (SafetensorsFile file = opened(file(header, data))) {
            assertThat(floats(file, "first")).containsExactly(1.5f);
            assertThat(floats(file, "second")).containsExactly(-2.5f);
        }
    }

    @Test
    void readsKnownBitPatternsOfAllFloatTypes() {
        byte[] bytes = tensors()
                .floats("wide", shape(3), 1.0f, -0.0f, Float.MIN_VALUE)
                // 1, -2, largest, smallest subnormal, -infinity
                .shorts("half", "F16", shape(5), 0x3c00, 0xc000, 0x7bff, 0x0001, 0xfc00)
                // 1, -2, pi cut to 8 bits, infinity
                .shorts("brain", "BF16", shape(4), 0x3f80, 0xc000, 0x4049, 0x7f80)
                .bytes();
        try (SafetensorsFile file = opened(bytes)) {
            assertThat(floats(file, "wide")).containsExactly(1.0f, -0.0f, Float.MIN_VALUE);
            assertThat(floats(file, "half")).containsExactly(1.0f, -2.0f, 65504.0f, 0x1p-24f, Float.NEGATIVE_INFINITY);
            assertThat(floats(file, "brain")).containsExactly(1.0f, -2.0f, 3.140625f, Float.POSITIVE_INFINITY);
        }
    }

    @Test
    void mapsAlignedFloatsWithoutCopying() {
        String header = padded("{" + entry("a", "F32", "[2]", 0, 8) + "}", 0);
        try (SafetensorsFile file = opened(file(header, twoFloats()))) {
            ByteBuffer floats = file.floats(tensor(file, "a"));
            assertThat(floats.isDirect()).isTrue();
            assertThat(floats.isReadOnly()).isTrue();
            assertThat(floats.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(floats(file, "a")).containsExactly(0.25f, 8.0f);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void copiesFloatsThatAreNotAligned(int shift) {
        String header = padded("{" + entry("a", "F32", "[2]", 0, 8) + "}", shift);
        try (SafetensorsFile file = opened(file(header, twoFloats()))) {
            ByteBuffer floats = file.floats(tensor(file, "a"));
            assertThat(floats.isDirect()).isTrue();
            assertThat(floats.isReadOnly()).isFalse();
            assertThat(floats.order()).isEqualTo(ByteOrder.nativeOrder());
            assertThat(floats(file, "a")).containsExactly(0.25f, 8.0f);
        }
    }

    @Test
    void buffersOutliveTheFile() {
        ByteBuffer floats;
        try (SafetensorsFile file = opened(tensors().floats("a", shape(2), 3, 4).bytes())) {
            floats = file.floats(tensor(file, "a"));
        }
        assertThat(floats.getFloat(4)).isEqualTo(4);
    }

    @Test
    void refusesToReadOtherTypes() {
        try (SafetensorsFile file =
                opened(tensors().tensor("ids", "I64", shape(1), new byte[8]).bytes())) {
            CheckpointFormatException fault =
                    catchThrowableOfType(CheckpointFormatException.class, () -> file.floats(tensor(file, "ids")));
            assertFault(fault, "ids", "is in I64; only F32, F16 and BF16 are read");
        }
    }

    @Test
    void refusesAnEmptyFile() {
        assertFault(new byte[0], null, "is truncated: it has 0 bytes");
    }

    @Test
    void refusesATruncatedHeader() {
        byte[] sound = tensors().floats("a", shape(1), 1).bytes();
        assertFault(Arrays.copyOf(sound, 5), null, "is truncated: it has 5 bytes, a header starts with 8");
        assertFault(Arrays.copyOf(sound, 20), null, "is truncated: its header has");
    }

    @Test
    void refusesTruncatedData() {
        byte[] sound =
                tensors().floats("a", shape(1), 1).floats("b", shape(2), 2, 3).bytes();
        assertFault(Arrays.copyOf(sound, sound.length - 1), "b", "ends at byte 12 of the data, the file has 11");
    }

    @Test
    void refusesAGiantHeader() throws IOException {
        Files.write(path, headerLength(100_000_001));
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(200_000_000);
        }
        assertFault(openingFault(), null, "has a header of 100000001 bytes, the format allows 100000000");
    }

    @Test
    void refusesAHeaderLengthBeyondSignedNumbers() {
        assertFault(headerLength(-1), null, "has a header of 18446744073709551615 bytes");
    }

    @Test
    void namesAGitLfsPointer() {
        byte[] pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
                .getBytes(StandardCharsets.US_ASCII);
        assertFault(pointer, null, "is a Git LFS pointer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", " {}", "hello"})
    void refusesAHeaderThatIsNoObject(String header) {
        assertFault(file(header, new byte[0]), null, "has a header that does not begin with '{'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"a\"", "{\"a\":}", "{]", "{'a':1}", "{a:1}", "{\"a\":NaN}", "{} x", "{\"a\":1"})
    void refusesAHeaderThatIsNotJson(String header) {
        assertThat(faultOf(file(header, new byte[0])).path()).isEqualTo(path);
    }

    @Test
    void refusesASecondObjectInTheHeader() {
        assertFault(file("{}{}", new byte[0]), null, "has a header with more than one JSON object");
    }

    @Test
    void refusesAHeaderThatIsNotUtf8() {
        byte[] header = "{\"?\":0}".getBytes(StandardCharsets.US_ASCII);
        header[2] = (byte) 0xff;
        assertFault(file(header, new byte[0]), null, "cannot be read as JSON");
        byte[] wide = "{\"a\":0}".getBytes(StandardCharsets.UTF_16LE);
        assertThat(faultOf(file(wide, new byte[0])).path()).isEqualTo(path);
    }

    @Test
    void refusesDeepNesting() {
        String deep = "{\"a\":" + "[".repeat(1_000_000) + "]".repeat(1_000_000) + "}";
        assertFault(file(deep, new byte[0]), null, "cannot be read as JSON");
    }

    @Test
    void refusesADuplicateTensor() {
        String header = "{" + entry("a", "F32", "[1]", 0, 4) + "," + entry("a", "F32", "[1]", 0, 4) + "}";
        assertFault(file(header, new byte[4]), null, "Duplicate Object property \"a\"");
    }

    @Test
    void refusesADuplicateKeyOfATensor() {
        String header = "{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}";
        assertFault(file(header, new byte[4]), null, "Duplicate Object property \"dtype\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null", "{\"format\":1}", "{\"format\":{}}"})
    void refusesMetadataThatIsNoObjectOfStrings(String metadata) {
        assertFault(
                file("{\"__metadata__\":" + metadata + "}", new byte[0]),
                null,
                "has a __metadata__ that is no object of strings");
    }

    @Test
    void refusesOverlappingTensors() {
        String header = "{" + entry("a", "F32", "[2]", 0, 8) + "," + entry("b", "F32", "[2]", 4, 12) + "}";
        assertFault(file(header, new byte[12]), "b", "overlaps another: it begins at 4, the one before ends at 8");
    }

    @Test
    void refusesTensorsThatShareTheirBytes() {
        String header = "{" + entry("a", "F32", "[2]", 0, 8) + "," + entry("b", "F32", "[2]", 0, 8) + "}";
        assertFault(file(header, new byte[8]), "b", "overlaps another");
    }

    @Test
    void refusesAHoleBeforeAndBetweenTensors() {
        String between = "{" + entry("a", "F32", "[1]", 0, 4) + "," + entry("b", "F32", "[1]", 8, 12) + "}";
        assertFault(file(between, new byte[12]), "b", "leaves a hole: it begins at 8, the one before ends at 4");
        String before = "{" + entry("a", "F32", "[1]", 4, 8) + "}";
        assertFault(file(before, new byte[8]), "a", "leaves a hole: it begins at 4, the one before ends at 0");
    }

    @Test
    void refusesBytesAfterTheLastTensor() {
        String header = "{" + entry("a", "F32", "[1]", 0, 4) + "}";
        assertFault(file(header, new byte[7]), null, "has 3 bytes after its last tensor");
    }

    @Test
    void refusesOffsetsOutOfRange() {
        String header = "{" + entry("a", "F32", "[1]", Long.MAX_VALUE - 4, Long.MAX_VALUE) + "}";
        assertFault(file(header, new byte[4]), "a", "ends at byte 9223372036854775807 of the data, the file has 4");
    }

    @Test
    void refusesReversedOffsets() {
        assertFault(file("{" + entry("a", "F32", "[1]", 4, 0) + "}", new byte[4]), "a", "begins at 4 after its end 0");
    }

    @Test
    void refusesNegativeOffsets() {
        assertFault(file("{" + entry("a", "F32", "[1]", -4, 0) + "}", new byte[4]), "a", "has '-4' in 'data_offsets'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[0]", "[0,2,4]"})
    void refusesOffsetsThatAreNotTwo(String offsets) {
        String header = "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":" + offsets + "}}";
        assertFault(file(header, new byte[4]), "a", "data_offsets, not 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.0", "1e0", "\"1\"", "null", "9223372036854775808", "true", "[1]"})
    void refusesASizeThatIsNoWholeNumber(String size) {
        String header = "{" + entry("a", "F32", "[1," + size + "]", 0, 4) + "}";
        assertFault(file(header, new byte[4]), "a", "in 'shape', which must be whole numbers from 0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[4294967296,4294967296]",
                "[9223372036854775807,2]",
                "[9223372036854775807,9223372036854775807,0]",
                "[4611686018427387904]"
            })
    void refusesAShapeWhoseSizeOverflows(String shape) {
        String header = "{" + entry("a", "F32", shape, 0, 0) + "}";
        assertFault(file(header, new byte[0]), "a", "has more bits than a 64-bit number counts");
    }

    @Test
    void refusesASizeThatIsNotTheShapes() {
        String header = "{" + entry("a", "F16", "[3]", 0, 4) + "}";
        assertFault(file(header, new byte[4]), "a", "of shape [3] in F16 has 48 bits, its offsets span 4 bytes");
    }

    @Test
    void refusesElementsThatFillNoWholeByte() {
        String header = "{" + entry("a", "F4", "[3]", 0, 1) + "}";
        assertFault(file(header, new byte[1]), "a", "has 12 bits, its offsets span 1 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"F128", "f32", "", "Q4_0"})
    void refusesAnUnknownType(String type) {
        String header = "{" + entry("a", type, "[1]", 0, 4) + "}";
        assertFault(file(header, new byte[4]), "a", "has the unknown dtype '" + type + "'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "[]",
                "{}",
                "{\"dtype\":\"F32\"}",
                "{\"dtype\":\"F32\",\"shape\":{}}",
                "{\"dtype\":\"F32\",\"shape\":[1]}",
                "{\"dtype\":4,\"shape\":[1],\"data_offsets\":[0,4]}"
            })
    void refusesAnIncompleteEntry(String entry) {
        assertThat(faultOf(file("{\"a\":" + entry + "}", new byte[4])).tensor()).isEqualTo("a");
    }

    @Test
    void messagesKeepHostileNamesOnOneShortLine() {
        String header = "{" + entry("x\\n" + "y".repeat(10_000), "F32", "[2]", 0, 4) + "}";
        assertThat(faultOf(file(header, new byte[4])).getMessage())
                .doesNotContain("\n")
                .hasSizeLessThan(600);
    }

    @Test
    void refusesAFolderInTheFilesPlace() throws IOException {
        Files.createDirectory(path);
        assertFault(openingFault(), null, "cannot be read");
    }

    private static byte[] twoFloats() {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(0.25f)
                .putFloat(8)
                .array();
    }

    private static byte[] headerLength(long length) {
        return ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .array();
    }

    /** Pads a header so that the data begins {@code shift} bytes after a multiple of four. */
    private static String padded(String header, int shift) {
        return header + " ".repeat(Math.floorMod(shift - header.length(), Float.BYTES));
    }

    private static TensorInfo tensor(SafetensorsFile file, String name) {
        return file.tensors().get(name);
    }

    private static float[] floats(SafetensorsFile file, String name) {
        TensorInfo tensor = tensor(file, name);
        float[] floats = new float[(int) tensor.elements()];
        file.floats(tensor).asFloatBuffer().get(floats);
        return floats;
    }

    private SafetensorsFile opened(byte[] content) {
        return SafetensorsFile.open(TinySafetensors.write(path, content));
    }

    private CheckpointFormatException faultOf(byte[] content) {
        TinySafetensors.write(path, content);
        return openingFault();
    }

    private CheckpointFormatException openingFault() {
        return catchThrowableOfType(CheckpointFormatException.class, () -> SafetensorsFile.open(path));
    }

    private void assertFault(byte[] content, @Nullable String tensor, String reason) {
        assertFault(faultOf(content), tensor, reason);
    }

    private void assertFault(CheckpointFormatException fault, @Nullable String tensor, String reason) {
        assertThat(fault).hasMessageContaining(path.toString()).hasMessageContaining(reason);
        assertThat(fault.path()).isEqualTo(path);
        assertThat(fault.tensor()).isEqualTo(tensor);
    }
}
