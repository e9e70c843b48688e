package io.cistern.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;

/**
 * The table at the start of a safetensors file: an 8-byte little-endian length, and that many bytes of JSON.
 *
 * <p>Format: huggingface/safetensors, README.md, section Format.
 *
 * @param dataStart position in the file of the first byte after the header
 * @param tensors the tensors by name
 */
public record SafetensorsHeader(long dataStart, Map<String, TensorInfo> tensors) {

    /** The longest header the format allows, in bytes. */
    static final long MAX_LENGTH = 100_000_000;

    /** The word "version ", with which the text that Git LFS leaves in the place of a large file begins. */
    private static final long LFS_POINTER = 0x206e6f6973726576L;

    static SafetensorsHeader read(Path path, FileChannel channel) throws IOException {
        long fileSize = channel.size();
        if (fileSize < Long.BYTES) {
            throw new CheckpointFormatException(
                    path, "is truncated: it has %d bytes, a header starts with %d".formatted(fileSize, Long.BYTES));
        }
        long length = bytes(channel, 0, Long.BYTES).getLong();
        checkLength(path, length, fileSize - Long.BYTES);
        long dataStart = Long.BYTES + length;
        byte[] json = bytes(channel, Long.BYTES, (int) length).array();
        return new SafetensorsHeader(dataStart, new HeaderParser(path, fileSize - dataStart).parse(json));
    }

    private static void checkLength(Path path, long length, long available) {
        if (length == LFS_POINTER) {
            throw new CheckpointFormatException(
                    path, "is a Git LFS pointer, not the weights: fetch them with 'git lfs pull'");
        }
        // Unsigned in the file: a negative number here is a huge one there.
        if (length < 0 || length > MAX_LENGTH) {
            throw new CheckpointFormatException(
                    path,
                    "has a header of %s bytes, the format allows %d"
                            .formatted(Long.toUnsignedString(length), MAX_LENGTH));
        }
        if (length > available) {
            throw new CheckpointFormatException(
                    path, "is truncated: its header has %d bytes, only %d follow".formatted(length, available));
        }
    }

    private static ByteBuffer bytes(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
                throw new EOFException("the file became shorter while it was read");
            }
        }
        return bytes.flip();
    }
}
