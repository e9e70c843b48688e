package io.cistern.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes safetensors files of a few bytes, sound ones from tensors and broken ones from any header text. */
final class TinySafetensors {

    private final List<String> entries = new ArrayList<>();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();

    static TinySafetensors tensors() {
        return new TinySafetensors();
    }

    TinySafetensors floats(String name, long[] shape, float... values) {
        ByteBuffer bytes = littleEndian(values.length * Float.BYTES);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return tensor(name, "F32", shape, bytes.array());
    }

    TinySafetensors shorts(String name, String type, long[] shape, int... bits) {
        ByteBuffer bytes = littleEndian(bits.length * Short.BYTES);
        for (int value : bits) {
            bytes.putShort((short) value);
        }
        return tensor(name, type, shape, bytes.array());
    }

    TinySafetensors tensor(String name, String type, long[] shape, byte[] bytes) {
        int begin = data.size();
        data.writeBytes(bytes);
        entries.add(entry(name, type, Arrays.toString(shape), begin, data.size()));
        return this;
    }

    byte[] bytes() {
        return file("{" + String.join(",", entries) + "}", data.toByteArray());
    }

    Path write(Path path) {
        return write(path, bytes());
    }

    static String entry(String name, String type, String shape, long begin, long end) {
        return "\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%d,%d]}"
                .formatted(name, type, shape, begin, end);
    }

    static byte[] file(String header, byte[] data) {
        return file(header.getBytes(UTF_8), data);
    }

    static byte[] file(byte[] header, byte[] data) {
        return littleEndian(Long.BYTES + header.length + data.length)
                .putLong(header.length)
                .put(header)
                .put(data)
                .array();
    }

    static Path write(Path path, byte[] content) {
        try {
            return Files.write(path, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static long[] shape(long... sizes) {
        return sizes;
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
