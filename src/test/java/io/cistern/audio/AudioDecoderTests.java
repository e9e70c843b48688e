package io.cistern.audio;

import static io.cistern.audio.Recordings.FLOAT;
import static io.cistern.audio.Recordings.LIMITS;
import static io.cistern.audio.Recordings.MU_LAW;
import static io.cistern.audio.Recordings.PCM;
import static io.cistern.audio.Recordings.ascii;
import static io.cistern.audio.Recordings.clip;
import static io.cistern.audio.Recordings.clipSamples;
import static io.cistern.audio.Recordings.floats;
import static io.cistern.audio.Recordings.shorts;
import static io.cistern.audio.Recordings.sine;
import static io.cistern.audio.Recordings.wave;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.cistern.audio.AudioTooLongException.Bound;
import io.cistern.testing.PcmAudio;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.bytedeco.ffmpeg.global.avcodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AudioDecoderTests {

    private static final byte[] SECOND = new byte[32_000];

    private final AudioDecoder decoder = new AudioDecoder(LIMITS);

    @TempDir
    private Path folder;

    @Test
    void sixteenBitSamplesAreExact() {
        byte[] wave = wave(PCM, 1, 16_000, 16, shorts((short) 0, (short) 1, (short) -1, (short) 32767, (short) -32768));
        assertThat(decode(wave).samples()).containsExactly(0, 1 / 32768f, -1 / 32768f, 32767 / 32768f, -1);
        assertThat(decode(clip()).samples()).isEqualTo(clipSamples());
    }

    @Test
    void floatsAreExactWithinOneAndCutBeyond() {
        byte[] wave = wave(FLOAT, 1, 16_000, 32, floats(0.1f, -1, 1, 1.5f, -3e38f));
        assertThat(decode(wave).samples()).containsExactly(0.1f, -1, 1, 1, -1);
    }

    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000, 48_000})
    void whatIsNoNumberIsSilentAndItsNeighboursAreNot(int sampleRate) {
        float[] samples = new float[4_800];
        Arrays.fill(samples, 0.25f);
        samples[1_000] = Float.NaN;
        samples[2_000] = Float.POSITIVE_INFINITY;
        samples[3_000] = Float.NEGATIVE_INFINITY;
        float[] decoded =
                decode(wave(FLOAT, 1, sampleRate, 32, floats(samples))).samples();
        assertThat(decoded).hasSize(4_800 * 16_000 / sampleRate);
        for (float sample : decoded) {
            assertThat(sample).isBetween(-0.3f, 0.6f);
        }
        assertThat(decoded[decoded.length / 2]).isCloseTo(0.25f, within(1e-3f));
    }

    @Test
    void channelsAreMixedByTheirMean() {
        byte[] stereo = wave(PCM, 2, 16_000, 16, shorts((short) 8192, (short) 16384, (short) -32768, (short) -32768));
        assertThat(decode(stereo).samples()).containsExactly(0.375f, -1);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 6, 7, 8, 9, 17, 24, 64})
    void anyNumberOfChannelsIsMixedToOneAsLoud(int channels) {
        short[] samples = new short[1_600 * channels];
        Arrays.fill(samples, (short) 16384);
        float[] decoded =
                decode(wave(PCM, channels, 16_000, 16, shorts(samples))).samples();
        assertThat(decoded).hasSize(1_600);
        assertThat(decoded[800]).isCloseTo(0.5f, within(1e-6f));
    }

    @ParameterizedTest
    @ValueSource(ints = {4_000, 8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000, 768_000})
    void anySampleRateBecomesSixteenKilohertz(int sampleRate) {
        byte[] wave = wave(FLOAT, 1, sampleRate, 32, floats(sine(440, sampleRate, sampleRate)));
        float[] decoded = decode(wave).samples();
        float[] expected = sine(440, 16_000, 16_000);
        assertThat(decoded).hasSize(16_000);
        assertThat(Arrays.copyOfRange(decoded, 500, 15_500))
                .usingComparatorWithPrecision(2e-3f)
                .containsExactly(Arrays.copyOfRange(expected, 500, 15_500));
    }

    @ParameterizedTest
    @CsvSource({"WAVE,false", "AU,true", "AIFF,true"})
    void readsWhatTheJdkWrites(String type, boolean bigEndian) throws IOException {
        short[] samples = {0, 1, -1, 300, -300, 32767, -32768};
        ByteBuffer data = ByteBuffer.allocate(samples.length * Short.BYTES);
        for (short sample : samples) {
            data.putShort(bigEndian ? sample : Short.reverseBytes(sample));
        }
        AudioFormat format = new AudioFormat(16_000, 16, 1, true, bigEndian);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        AudioSystem.write(
                new AudioInputStream(new ByteArrayInputStream(data.array()), format, samples.length),
                switch (type) {
                    case "AU" -> AudioFileFormat.Type.AU;
                    case "AIFF" -> AudioFileFormat.Type.AIFF;
                    default -> AudioFileFormat.Type.WAVE;
                },
                file);
        float[] decoded = decode(file.toByteArray()).samples();
        assertThat(decoded).hasSize(samples.length);
        for (int i = 0; i < samples.length; i++) {
            assertThat(decoded[i]).isEqualTo(samples[i] / 32768f);
        }
    }

    @Test
    void aFileGivesWhatAnArrayGives() throws IOException {
        Path file = Files.write(folder.resolve("clip"), clip());
        assertThat(PcmAudio.decode(decoder, EncodedAudio.open(file)).samples()).isEqualTo(clipSamples());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 512, 100_000})
    void blocksOfAnySizeAddUpToTheWhole(int size) {
        float[] block = new float[size + 2];
        float[] whole = new float[clipSamples().length];
        try (AudioStream stream = decoder.open(EncodedAudio.of(clip()))) {
            int count = 0;
            int read;
            while ((read = stream.read(block, 1, size)) > 0) {
                assertThat(read).isEqualTo(Math.min(size, whole.length - count));
                System.arraycopy(block, 1, whole, count, read);
                count += read;
            }
            assertThat(count).isEqualTo(whole.length);
            assertThat(stream.read(block, 0, size)).isZero();
            assertThat(stream.damagedParts()).isZero();
        }
        assertThat(whole).isEqualTo(clipSamples());
        assertThat(block[0]).isZero();
        assertThat(block[size + 1]).isZero();
    }

    @Test
    void aHeaderWithoutSamplesIsAnEmptyRecordingUnlessItPromisesSome() {
        assertThat(decode(wave(PCM, 1, 16_000, 16, new byte[0])).samples()).isEmpty();
        byte[] promising = Recordings.encode("aiff", "pcm_s16be", 16_000, 1, clipSamples());
        assertUndecodable(Arrays.copyOf(promising, 54), "promises");
        byte[] incomplete = Recordings.encode("flac", "flac", 16_000, 1, clipSamples());
        assertUndecodable(Arrays.copyOf(incomplete, 42), "header");
    }

    @Test
    void aRecordingThatIsCutShortGivesWhatIsThere() {
        byte[] half = Arrays.copyOf(clip(), 44 + 20_001);
        assertThat(decode(half).samples()).isEqualTo(clipSamples(10_000));
    }

    /** Of either recording the first frame decodes, 64 ms, and no other. */
    @ParameterizedTest
    @ValueSource(strings = {"ipod", "mp4"})
    void aRecordingOfWhichScrapsDecodeIsUndecodable(String container) {
        byte[] bytes = Recordings.encode(container, "aac", 16_000, 1, clipSamples());
        assertUndecodable(damaged(bytes, bytes.length / 500), "less than 0.1 s is left");
        PcmAudio half = decode(damaged(bytes, bytes.length / 2));
        assertThat(half.damagedParts()).isPositive();
        assertThat(half.samples()).hasSizeGreaterThan(16_000);
    }

    /** Replaces every fiftieth byte of the sound from a place on; the index, which tells the frames, is whole. */
    private static byte[] damaged(byte[] movie, int from) {
        Random random = new Random(4);
        byte[] damaged = movie.clone();
        int index = new String(movie, StandardCharsets.ISO_8859_1).lastIndexOf("moov") - Integer.BYTES;
        for (int i = from; i < index; i++) {
            damaged[i] = i % 50 == 0 ? (byte) random.nextInt() : damaged[i];
        }
        return damaged;
    }

    @Test
    void bytesThatAreNoAudioAreUndecodable() {
        assertUndecodable(new byte[0], "no known audio format");
        assertUndecodable(new byte[100_000], "no known audio format");
        assertUndecodable(ascii("RIFF"), "no known audio format");
        assertUndecodable(ascii("<html><body>502 Bad Gateway</body></html>"), "no known audio format");
        assertUndecodable(ascii("{\"error\": \"not found\"}\n".repeat(500)), "no known audio format");
        assertUndecodable(Arrays.copyOf(clip(), 20), "no known audio format");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 16000, 16, channels",
        "65, 16000, 16, channels",
        "65535, 16000, 16, channels",
        "1, 999, 16, sample rate 999 Hz",
        "1, 768001, 16, sample rate 768001 Hz",
        "1, 0, 16, header",
        "8, 2147483647, 16, sample rate",
        "1, -1, 16, header",
        "1, 16000, 0, codec",
    })
    void forgedHeadersAreRefusedBeforeAnythingIsDecoded(int channels, int sampleRate, int bits, String reason) {
        assertUndecodable(wave(PCM, channels, sampleRate, bits, SECOND), reason);
    }

    @Test
    void knownFormatsThatAreNotReadAreNamed() {
        byte[] bigEndian = wave(PCM, 1, 16_000, 16, SECOND);
        bigEndian[3] = 'X';
        assertUnsupported(bigEndian, "RIFX");
        byte[] sound = Recordings.encode("mpegts", "aac", 48_000, 1, clipSamples());
        assertUnsupported(sound, "mpegts");
        assertUnsupported(Recordings.encode("matroska", "ac3", 48_000, 2, clipSamples()), "ac3");
        byte[] floatsOf24Bits = wave(PCM, 1, 16_000, 32, SECOND);
        floatsOf24Bits[34] = 24;
        assertUnsupported(floatsOf24Bits, "pcm_f24le");
    }

    @Test
    void uploadBytesAreLimited() {
        AudioDecoder small = new AudioDecoder(new AudioLimits(1_000, Duration.ofHours(1), 1 << 30));
        assertThat(PcmAudio.decode(small, EncodedAudio.of(Arrays.copyOf(clip(), 1_000)))
                        .samples())
                .hasSize(478);
        assertTooLong(small, Arrays.copyOf(clip(), 1_001), Bound.UPLOAD_BYTES, 1_001, 1_000);
    }

    @Test
    void secondsAreCountedAndNotBelieved() {
        AudioDecoder short3 = new AudioDecoder(new AudioLimits(1 << 20, Duration.ofSeconds(3), 1 << 30));
        AudioDecoder short2 = new AudioDecoder(new AudioLimits(1 << 20, Duration.ofSeconds(2), 1 << 30));
        assertThat(PcmAudio.decode(short3, EncodedAudio.of(clip())).seconds()).isEqualTo(2.99);
        assertTooLong(short2, clip(), Bound.SECONDS, 3, 2);
        byte[] exactly2 = wave(MU_LAW, 1, 8_000, 8, new byte[16_000]);
        byte[] alittleMore = wave(MU_LAW, 1, 8_000, 8, new byte[16_001]);
        assertThat(PcmAudio.decode(short2, EncodedAudio.of(exactly2)).seconds()).isEqualTo(2);
        assertTooLong(short2, alittleMore, Bound.SECONDS, 3, 2);
    }

    @Test
    void aRecordingOfFewBytesIsStoppedAtTheLimit() {
        byte[] silence = Recordings.encode("flac", "flac", 16_000, 1, new float[120 * 16_000]);
        assertThat(silence.length).isLessThan(50_000);
        AudioDecoder minute = new AudioDecoder(new AudioLimits(1 << 20, Duration.ofMinutes(1), 1 << 30));
        try (AudioStream stream = minute.open(EncodedAudio.of(silence))) {
            assertThat(stream.read(new float[900_000], 0, 900_000)).isEqualTo(900_000);
            assertThatExceptionOfType(AudioTooLongException.class)
                    .isThrownBy(() -> stream.read(new float[900_000], 0, 900_000))
                    .withMessage("audio of at least 61 s exceeds the configured limit of 60 s"
                            + " (cistern.audio.max-duration)");
        }
    }

    @Test
    void decodedBytesAreLimitedWhateverTheRateAndTheChannels() {
        AudioDecoder decoder = new AudioDecoder(new AudioLimits(1 << 20, Duration.ofHours(1), 100_000));
        byte[] wide = wave(PCM, 64, 768_000, 16, new byte[102_400]);
        assertThatExceptionOfType(AudioTooLongException.class)
                .isThrownBy(() -> PcmAudio.decode(decoder, EncodedAudio.of(wide)))
                .satisfies(e -> assertThat(e.bound()).isEqualTo(Bound.DECODED_BYTES))
                .satisfies(e -> assertThat(e.given()).isBetween(100_001L, 102_400L));
    }

    @Test
    void limitsArePositive() {
        assertThatIllegalArgumentException().isThrownBy(() -> new AudioLimits(0, Duration.ofHours(1), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new AudioLimits(1, Duration.ofMillis(999), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new AudioLimits(1, Duration.ofHours(1), 0));
    }

    @Test
    void sourcesAreClosedOnceHoweverItEnds() {
        CountingSource good = new CountingSource(clip(), Long.MAX_VALUE);
        try (AudioStream stream = decoder.open(good)) {
            stream.read(new float[10], 0, 10);
            assertThat(good.closed).isZero();
            stream.close();
        }
        assertThat(good.closed).isOne();
        CountingSource bad = new CountingSource(ascii("no audio"), Long.MAX_VALUE);
        assertThatThrownBy(() -> decoder.open(bad)).isInstanceOf(UndecodableAudioException.class);
        assertThat(bad.closed).isOne();
        CountingSource large = new CountingSource(clip(), Long.MAX_VALUE);
        AudioDecoder small = new AudioDecoder(new AudioLimits(1_000, Duration.ofHours(1), 1 << 30));
        assertThatThrownBy(() -> small.open(large)).isInstanceOf(AudioTooLongException.class);
        assertThat(large.closed).isOne();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10, 50_000})
    void aSourceThatFailsIsNoBadUpload(long readable) {
        CountingSource failing = new CountingSource(clip(), readable);
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> PcmAudio.decode(decoder, failing))
                .withMessageContaining("the disk is gone");
        assertThat(failing.closed).isOne();
    }

    @Test
    void aClosedStreamSaysSo() {
        AudioStream stream = decoder.open(EncodedAudio.of(clip()));
        stream.close();
        assertThatIllegalStateException().isThrownBy(() -> stream.read(new float[1], 0, 1));
    }

    @Test
    void streamsInUseAtTheSameTimeDoNotMeet() {
        try (AudioStream clip = decoder.open(EncodedAudio.of(clip()));
                AudioStream tone =
                        decoder.open(EncodedAudio.of(wave(FLOAT, 1, 16_000, 32, floats(sine(440, 16_000, 40_000)))))) {
            float[] ofClip = new float[40_000];
            float[] ofTone = new float[40_000];
            for (int i = 0; i < 40_000; i += 100) {
                clip.read(ofClip, i, 100);
                tone.read(ofTone, i, 100);
            }
            assertThat(ofClip).isEqualTo(clipSamples(40_000));
            assertThat(ofTone).isEqualTo(sine(440, 16_000, 40_000));
        }
    }

    @Test
    void theNativesAreTheOnesThatMayBeShipped() {
        assertThat(avcodec.avcodec_license().getString()).startsWith("LGPL");
    }

    private PcmAudio decode(byte[] bytes) {
        return PcmAudio.decode(decoder, EncodedAudio.of(bytes));
    }

    private void assertUndecodable(byte[] bytes, String reason) {
        assertThatExceptionOfType(UndecodableAudioException.class)
                .isThrownBy(() -> decode(bytes))
                .withMessageStartingWith("audio cannot be decoded: ")
                .withMessageContaining(reason);
    }

    private void assertUnsupported(byte[] bytes, String format) {
        assertThatExceptionOfType(UnsupportedAudioException.class)
                .isThrownBy(() -> decode(bytes))
                .satisfies(e -> assertThat(e.format()).isEqualTo(format));
    }

    private static void assertTooLong(AudioDecoder decoder, byte[] bytes, Bound bound, long given, long limit) {
        AudioTooLongException e = catchThrowableOfType(
                AudioTooLongException.class, () -> PcmAudio.decode(decoder, EncodedAudio.of(bytes)));
        assertThat(e.bound()).isEqualTo(bound);
        assertThat(e.given()).isEqualTo(given);
        assertThat(e.limit()).isEqualTo(limit);
        assertThat(e).hasMessageContaining(bound.setting());
    }

    /** Counts how often it is closed, and fails where it is told to. */
    private static final class CountingSource implements EncodedAudio {

        private final EncodedAudio bytes;
        private final long readable;
        private int closed;

        CountingSource(byte[] bytes, long readable) {
            this.bytes = EncodedAudio.of(bytes);
            this.readable = readable;
        }

        @Override
        public long size() throws IOException {
            return bytes.size();
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            if (position >= readable) {
                throw new IOException("the disk is gone");
            }
            return bytes.read(target, position);
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
