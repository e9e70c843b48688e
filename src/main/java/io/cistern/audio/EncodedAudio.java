package io.cistern.audio;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes of one recording, readable from any position, because some containers keep their index at the end. */
public interface EncodedAudio extends Closeable {

    /** Returns the number of bytes. */
    long size() throws IOException;

    /** Reads bytes from {@code position} into what remains of {@code target}; returns how many, or -1 at the end. */
    int read(ByteBuffer target, long position) throws IOException;

    /** Returns a source of an array, which is not copied. */
    static EncodedAudio of(byte[] bytes) {
        return new ByteArraySource(bytes);
    }

    /** Opens a file; closing the source closes it. */
    static EncodedAudio open(Path path) throws IOException {
        return new FileSource(FileChannel.open(path, StandardOpenOption.READ));
    }

    /** An upload that is small enough to stay in memory. */
    record ByteArraySource(byte[] bytes) implements EncodedAudio {

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            if (position >= bytes.length) {
                return -1;
            }
            int count = (int) Math.min(target.remaining(), bytes.length - position);
            target.put(bytes, (int) position, count);
            return count;
        }

        @Override
        public void close() {}
    }

    /** A recording on disk. */
    record FileSource(FileChannel channel) implements EncodedAudio {

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
