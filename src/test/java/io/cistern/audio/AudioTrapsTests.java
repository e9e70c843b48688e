package io.cistern.audio;

import static io.cistern.audio.Recordings.LIMITS;
import static io.cistern.audio.Recordings.ascii;
import static io.cistern.audio.Recordings.clip;
import static io.cistern.audio.Recordings.clipSamples;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.bytedeco.ffmpeg.global.avformat.avio_read;
import static org.bytedeco.ffmpeg.global.avformat.avio_seek;

import io.cistern.testing.PcmAudio;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Small recordings that would cost much if they were believed. */
class AudioTrapsTests {

    private static final int CHUNK_BYTES = 65_536;
    private static final int CHUNK_SAMPLES = CHUNK_BYTES / Short.BYTES;

    private final AudioDecoder decoder = new AudioDecoder(LIMITS);

    @Test
    void aMovieMayNameAChunkTwiceButNotAThousandTimes() {
        assertThat(PcmAudio.decode(decoder, EncodedAudio.of(movie(2))).samples())
                .hasSize(2 * CHUNK_SAMPLES);
        assertThatExceptionOfType(UndecodableAudioException.class)
                .isThrownBy(() -> PcmAudio.decode(decoder, EncodedAudio.of(movie(1_000))))
                .withMessageContaining("packets are larger than the recording");
    }

    @Test
    void aContainerThatReadsItsBytesAgainAndAgainIsStopped() {
        byte[] clip = clip();
        byte[] target = new byte[clip.length];
        try (SourceInput input = new SourceInput(EncodedAudio.of(clip), clip.length)) {
            int rounds = 0;
            while (avio_read(input.context(), target, target.length) == target.length && rounds < 1_000) {
                avio_seek(input.context(), 0, 0);
                rounds++;
            }
            assertThat(rounds).isBetween(50, 100);
            assertThatExceptionOfType(UndecodableAudioException.class)
                    .isThrownBy(input::rethrowFailure)
                    .withMessageContaining("larger than it is");
        }
    }

    @Test
    void manyAreDecodedAtOnce() {
        float[] expected = clipSamples();
        assertThat(IntStream.range(0, 64).parallel().mapToObj(i -> PcmAudio.decode(decoder, EncodedAudio.of(clip()))))
                .allSatisfy(audio -> assertThat(audio.samples()).isEqualTo(expected));
    }

    /** A QuickTime movie whose sound is one chunk of silence, named many times. */
    private static byte[] movie(int chunks) {
        byte[] start = atom("ftyp", ascii("qt  "), integers(0));
        int samples = chunks * CHUNK_SAMPLES;
        byte[] description =
                atom("stsd", integers(0, 1), atom("sowt", integers(0, 1, 0, 0, 0x0001_0010, 0, 16_000 << 16)));
        byte[] offsets = new byte[chunks * Integer.BYTES];
        ByteBuffer offset = ByteBuffer.wrap(offsets);
        while (offset.hasRemaining()) {
            offset.putInt(start.length + 8);
        }
        byte[] table = atom(
                "stbl",
                description,
                atom("stts", integers(0, 1, samples, 1)),
                atom("stsc", integers(0, 1, 1, CHUNK_SAMPLES, 1)),
                atom("stsz", integers(0, Short.BYTES, samples)),
                atom("stco", integers(0, chunks), offsets));
        byte[] media = atom(
                "mdia",
                atom("mdhd", integers(0, 0, 0, 16_000, samples, 0)),
                atom("hdlr", integers(0), ascii("mhlrsoun"), integers(0, 0, 0)),
                atom("minf", table));
        byte[] header = atom("mvhd", integers(0, 0, 0, 16_000, samples), new byte[80]);
        return joined(start, atom("mdat", new byte[CHUNK_BYTES]), atom("moov", header, atom("trak", media)));
    }

    private static byte[] atom(String type, byte[]... contents) {
        byte[] content = joined(contents);
        return joined(integers(8 + content.length), ascii(type), content);
    }

    private static byte[] integers(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    private static byte[] joined(byte[]... parts) {
        ByteBuffer joined = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }
}
