package io.cistern.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

class AudioMemoryTests {

    private static final int TWO_HOURS = 7_200 * 16_000; // samples

    private static final long MEBIBYTE = 1 << 20;

    private final AudioDecoder decoder = new AudioDecoder(Recordings.LIMITS);
    private final float[] block = new float[16_000];

    @Test
    void twoHoursAreReadFromAFewThousandSamples() {
        try (AudioStream stream = decoder.open(new RepeatedClip(TWO_HOURS))) {
            long samples = 0;
            int read;
            while ((read = stream.read(block, 0, block.length)) > 0) {
                samples += read;
            }
            assertThat(samples).isEqualTo(TWO_HOURS);
            assertThat(((DecodedStream) stream).bufferedSamples()).isLessThan(50_000);
        }
    }

    @Test
    void nothingIsKeptOfWhatWasDecodedOrRefused() {
        byte[][] recordings = {
            Recordings.encode("flac", "flac", 44_100, 2, Recordings.clipSamples(3_200)),
            Recordings.encode("ipod", "aac", 44_100, 2, Recordings.clipSamples(3_200)),
            Recordings.encode("mp3", "libmp3lame", 16_000, 1, Recordings.clipSamples(3_200)),
            Recordings.encode("ogg", "vorbis", 44_100, 2, Recordings.clipSamples(3_200)),
            Recordings.encode("webm", "libopus", 48_000, 1, Recordings.clipSamples(3_200)),
        };
        decodeAndRefuse(recordings, 20);
        long tracked = Pointer.totalBytes();
        long resident = Pointer.physicalBytes();
        decodeAndRefuse(recordings, 500);
        // Pointers of earlier tests may be collected meanwhile.
        assertThat(Pointer.totalBytes()).isLessThanOrEqualTo(tracked);
        // The input buffers alone of 5,000 recordings would be 160 MiB; what the process grows by is heap.
        assertThat((Pointer.physicalBytes() - resident) / MEBIBYTE).isLessThan(100);
    }

    private void decodeAndRefuse(byte[][] recordings, int times) {
        for (int i = 0; i < times; i++) {
            for (byte[] recording : recordings) {
                try (AudioStream stream = decoder.open(EncodedAudio.of(recording))) {
                    while (stream.read(block, 0, block.length) > 0) {}
                }
                byte[] headerOnly = Arrays.copyOf(recording, 60);
                assertThatThrownBy(() -> decoder.open(EncodedAudio.of(headerOnly)))
                        .isInstanceOf(UndecodableAudioException.class);
            }
        }
    }

    /** A long WAV file that exists only where it is read: the clip of the repository again and again. */
    private static final class RepeatedClip implements EncodedAudio {

        private static final int HEADER_BYTES = 44;

        private final byte[] clip = Recordings.clip();
        private final long size;

        RepeatedClip(int samples) {
            int dataBytes = samples * Short.BYTES;
            size = HEADER_BYTES + dataBytes;
            ByteBuffer.wrap(clip)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(4, dataBytes + HEADER_BYTES - 8)
                    .putInt(40, dataBytes);
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public int read(ByteBuffer target, long position) {
            if (position >= size) {
                return -1;
            }
            int from = position < HEADER_BYTES
                    ? (int) position
                    : HEADER_BYTES + (int) ((position - HEADER_BYTES) % (clip.length - HEADER_BYTES));
            int count = (int) Math.min(Math.min(target.remaining(), clip.length - from), size - position);
            target.put(clip, from, count);
            return count;
        }

        @Override
        public void close() {}
    }
}
