package io.cistern.audio;

import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_FORCE;
import static org.bytedeco.ffmpeg.global.avformat.AVSEEK_SIZE;
import static org.bytedeco.ffmpeg.global.avformat.avio_alloc_context;
import static org.bytedeco.ffmpeg.global.avformat.avio_context_free;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EOF;
import static org.bytedeco.ffmpeg.global.avutil.AVERROR_EXTERNAL;
import static org.bytedeco.ffmpeg.global.avutil.av_free;
import static org.bytedeco.ffmpeg.global.avutil.av_malloc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.ffmpeg.avformat.AVIOContext;
import org.bytedeco.ffmpeg.avformat.Read_packet_Pointer_BytePointer_int;
import org.bytedeco.ffmpeg.avformat.Seek_Pointer_long_int;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/** FFmpeg's view of an {@link EncodedAudio}: reads and seeks by callback, and no file name or protocol anywhere. */
final class SourceInput implements AutoCloseable {

    private static final int BUFFER_BYTES = 32 << 10;

    /** How often a container may have each byte of a recording read again before it counts as a trap. */
    private static final long LARGEST_REREADING = 64;

    private static final int SEEK_SET = 0;

    /** The inputs in use by the address FFmpeg gives back: JavaCPP has room for ten callbacks, so all share two. */
    private static final Map<Long, SourceInput> IN_USE = new ConcurrentHashMap<>();

    private static final ReadCallback READ = new ReadCallback();
    private static final SeekCallback SEEK = new SeekCallback();

    private final EncodedAudio source;
    private final long size;
    private final BytePointer handle = new BytePointer(1L);
    private final AVIOContext context;
    private long position;
    private long bytesLeft;
    private @Nullable Throwable failure;

    SourceInput(EncodedAudio source, long size) {
        this.source = source;
        this.size = size;
        this.bytesLeft = (size + BUFFER_BYTES) * LARGEST_REREADING;
        IN_USE.put(handle.address(), this);
        this.context =
                avio_alloc_context(new BytePointer(av_malloc(BUFFER_BYTES)), BUFFER_BYTES, 0, handle, READ, null, SEEK);
    }

    AVIOContext context() {
        return context;
    }

    /** Returns whether the recording begins with these ASCII characters. */
    boolean startsWith(String magic) {
        ByteBuffer start = ByteBuffer.allocate(magic.length());
        try {
            source.read(start, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return magic.equals(new String(start.array(), 0, start.position(), StandardCharsets.US_ASCII));
    }

    /** Throws what went wrong in a callback, which FFmpeg knows only as an error or as an end. */
    void rethrowFailure() {
        if (failure instanceof IOException e) {
            throw new UncheckedIOException(e);
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private int read(BytePointer target, int length) throws IOException {
        int count = source.read(target.capacity(length).asByteBuffer(), position);
        if (count <= 0) {
            return AVERROR_EOF;
        }
        position += count;
        bytesLeft -= count;
        if (bytesLeft < 0) {
            throw new UndecodableAudioException("its index makes it larger than it is");
        }
        return count;
    }

    private long seek(long offset, int whence) {
        return switch (whence & ~AVSEEK_FORCE) {
            case AVSEEK_SIZE -> size;
            case SEEK_SET -> {
                position = Math.max(0, offset);
                yield position;
            }
            default -> AVERROR_EXTERNAL;
        };
    }

    @Override
    public void close() {
        if (context.isNull()) {
            return;
        }
        av_free(context.buffer());
        avio_context_free(context);
        IN_USE.remove(handle.address());
        handle.close();
    }

    private static SourceInput of(Pointer handle) {
        SourceInput input = IN_USE.get(handle.address());
        if (input == null) {
            throw new IllegalStateException("the input is closed");
        }
        return input;
    }

    private static final class ReadCallback extends Read_packet_Pointer_BytePointer_int {

        @Override
        public int call(Pointer handle, BytePointer target, int length) {
            SourceInput input = of(handle);
            try {
                return input.read(target, length);
            } catch (IOException | RuntimeException | Error e) {
                input.failure = e;
                return AVERROR_EXTERNAL;
            }
        }
    }

    private static final class SeekCallback extends Seek_Pointer_long_int {

        @Override
        public long call(Pointer handle, long offset, int whence) {
            return of(handle).seek(offset, whence);
        }
    }
}
