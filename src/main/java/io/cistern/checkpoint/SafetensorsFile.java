package io.cistern.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * One safetensors file, of any size: its header is checked when it opens, its tensors are mapped one by one.
 *
 * <p>Buffers it returned stay valid after it is closed; their memory goes when they are unreachable. The file must not
 * be shortened while buffers of it are in use.
 */
public final class SafetensorsFile implements AutoCloseable {

    private final Path path;
    private final FileChannel channel;
    private final SafetensorsHeader header;

    private SafetensorsFile(Path path, FileChannel channel, SafetensorsHeader header) {
        this.path = path;
        this.channel = channel;
        this.header = header;
    }

    /** Opens a file and checks its header against its size. */
    public static SafetensorsFile open(Path path) {
        try {
            return open(path, FileChannel.open(path, StandardOpenOption.READ));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static SafetensorsFile open(Path path, FileChannel channel) throws IOException {
        try {
            return new SafetensorsFile(path, channel, SafetensorsHeader.read(path, channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the tensors by name, in the order of the header. */
    public Map<String, TensorInfo> tensors() {
        return header.tensors();
    }

    /**
     * Returns a tensor as 32-bit floats in native byte order: the mapped file itself, read-only, where it holds them so,
     * else a converted copy outside the heap.
     */
    ByteBuffer floats(TensorInfo tensor) {
        ByteBuffer source = map(tensor);
        return switch (tensor.type()) {
            case F32 -> holdsNativeFloats(tensor) ? source.order(ByteOrder.nativeOrder()) : copy(source);
            case F16 -> widenHalf(source);
            case BF16 -> widenBrain(source);
            default ->
                throw new CheckpointFormatException(
                        path, tensor.name(), "is in %s; only F32, F16 and BF16 are read".formatted(tensor.type()));
        };
    }

    private ByteBuffer map(TensorInfo tensor) {
        long position = header.dataStart() + tensor.begin();
        try {
            return channel.map(FileChannel.MapMode.READ_ONLY, position, tensor.bytes())
                    .order(ByteOrder.LITTLE_ENDIAN);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private boolean holdsNativeFloats(TensorInfo tensor) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                && (header.dataStart() + tensor.begin()) % Float.BYTES == 0;
    }

    private static ByteBuffer copy(ByteBuffer source) {
        ByteBuffer target = allocate(source.remaining() / Float.BYTES);
        target.asIntBuffer().put(source.asIntBuffer());
        return target;
    }

    private static ByteBuffer widenHalf(ByteBuffer source) {
        ByteBuffer target = allocate(source.remaining() / Short.BYTES);
        FloatWidening.widenHalf(source.asShortBuffer(), target.asIntBuffer());
        return target;
    }

    private static ByteBuffer widenBrain(ByteBuffer source) {
        ByteBuffer target = allocate(source.remaining() / Short.BYTES);
        FloatWidening.widenBrain(source.asShortBuffer(), target.asIntBuffer());
        return target;
    }

    private static ByteBuffer allocate(int floats) {
        return ByteBuffer.allocateDirect(floats * Float.BYTES).order(ByteOrder.nativeOrder());
    }

    private static CheckpointFormatException unreadable(Path path, IOException cause) {
        return new CheckpointFormatException(path, "cannot be read: " + cause, cause);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }
}
