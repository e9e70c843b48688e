package io.cistern.audio;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Decodes damaged recordings: each is refused with a typed exception or gives finite samples.
 *
 * <p>A crash of the natives ends the test run, so there is nothing to assert about it. {@code -Dfuzz.seed} and {@code
 * -Dfuzz.inputs} choose others; the folders of {@code -Daudio} and {@code -Daudio.odd} add their small files.
 */
class AudioFuzzTests {

    private static final long LARGEST_GIVEN = 60_000; // bytes
    private static final int CLIP_SAMPLES = 3_200;

    private static final AudioDecoder DECODER =
            new AudioDecoder(new AudioLimits(1 << 20, Duration.ofSeconds(20), 8 << 20));

    private final float[] block = new float[16_000];

    @Test
    void damagedRecordingsAreRefusedOrDecoded() {
        long seed = Long.getLong("fuzz.seed", 20261130);
        int inputs = Integer.getInteger("fuzz.inputs", 10_000);
        System.out.printf("fuzz.seed=%d fuzz.inputs=%d%n", seed, inputs);
        Random random = new Random(seed);
        List<byte[]> recordings = recordings();
        int decoded = 0;
        for (int i = 0; i < inputs; i++) {
            byte[] damaged = damage(recordings.get(i % recordings.size()), random);
            decoded += decodes(damaged) ? 1 : 0;
        }
        assertThat(decoded)
                .as("of %d inputs, some are still recordings", inputs)
                .isBetween(1, inputs - 1);
    }

    private boolean decodes(byte[] damaged) {
        try (AudioStream stream = DECODER.open(EncodedAudio.of(damaged))) {
            int read;
            while ((read = stream.read(block, 0, block.length)) > 0) {
                assertBounded(read);
            }
            return true;
        } catch (UndecodableAudioException | UnsupportedAudioException | AudioTooLongException e) {
            return false;
        }
    }

    private void assertBounded(int count) {
        for (int i = 0; i < count; i++) {
            if (!(Math.abs(block[i]) <= 1)) {
                throw new AssertionError("sample " + block[i]);
            }
        }
    }

    private static List<byte[]> recordings() {
        float[] clip = Recordings.clipSamples(CLIP_SAMPLES);
        List<byte[]> recordings = new ArrayList<>();
        recordings.add(Arrays.copyOf(Recordings.clip(), 6_000));
        recordings.add(Recordings.wave(Recordings.FLOAT, 1, 16_000, 32, Recordings.floats(clip)));
        recordings.add(Recordings.encode("3gp", "libopencore_amrnb", 8_000, 1, clip));
        recordings.add(Recordings.encode("adts", "aac", 44_100, 2, clip));
        recordings.add(Recordings.encode("aiff", "pcm_s16be", 16_000, 1, clip));
        recordings.add(Recordings.encode("amr", "libopencore_amrnb", 8_000, 1, clip));
        recordings.add(Recordings.encode("amr", "libvo_amrwbenc", 16_000, 1, clip));
        recordings.add(Recordings.encode("au", "pcm_s16be", 16_000, 1, clip));
        recordings.add(Recordings.encode("caf", "alac", 16_000, 1, clip));
        recordings.add(Recordings.encode("flac", "flac", 16_000, 2, clip));
        recordings.add(Recordings.encode("ipod", "aac", 16_000, 1, clip));
        recordings.add(Recordings.encode("ipod", "alac", 16_000, 2, clip));
        recordings.add(Recordings.encode("matroska", "aac", 16_000, 1, clip));
        recordings.add(Recordings.encode("mov", "pcm_s16be", 16_000, 1, clip));
        recordings.add(Recordings.encode("mp3", "libmp3lame", 16_000, 1, clip));
        recordings.add(Recordings.encode("mp4", "libopus", 48_000, 1, clip));
        recordings.add(Recordings.encode("mpeg", "mp2", 44_100, 2, clip));
        recordings.add(Recordings.encode("oga", "flac", 16_000, 1, clip));
        recordings.add(Recordings.encode("ogg", "libopus", 48_000, 2, clip));
        recordings.add(Recordings.encode("ogg", "vorbis", 44_100, 2, clip));
        recordings.add(Recordings.encode("w64", "pcm_s16le", 16_000, 1, clip));
        recordings.add(Recordings.encode("wav", "adpcm_ima_wav", 16_000, 1, clip));
        recordings.add(Recordings.encode("wav", "adpcm_ms", 16_000, 2, clip));
        recordings.add(Recordings.encode("webm", "libopus", 48_000, 1, clip));
        recordings.add(Recordings.encode("webm", "vorbis", 48_000, 2, clip));
        recordings.addAll(GivenRecordings.upTo(LARGEST_GIVEN, "audio"));
        recordings.addAll(GivenRecordings.upTo(LARGEST_GIVEN, "audio.odd"));
        return recordings;
    }

    /** Changes some bytes, mostly in the header; cuts, repeats or inserts some pieces. */
    private static byte[] damage(byte[] recording, Random random) {
        byte[] damaged = recording.clone();
        int changes = 1 + random.nextInt(1 + random.nextInt(24));
        for (int i = 0; i < changes && damaged.length > 0; i++) {
            damaged = change(damaged, random);
        }
        return damaged;
    }

    private static byte[] change(byte[] bytes, Random random) {
        int at = random.nextInt(random.nextBoolean() ? bytes.length : Math.min(bytes.length, 256));
        int length = 1 + random.nextInt(Math.min(bytes.length - at, 64));
        switch (random.nextInt(12)) {
            case 0 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 1 -> {
                return joined(bytes, at, bytes, at + length);
            }
            case 2 -> {
                return joined(bytes, at + length, bytes, at);
            }
            case 3 -> Arrays.fill(bytes, at, at + length, (byte) 0xff);
            case 4 -> Arrays.fill(bytes, at, at + length, (byte) 0);
            case 5, 6 -> bytes[at] = (byte) random.nextInt(256);
            case 7 -> bytes[at] = (byte) (bytes[at] + (random.nextBoolean() ? 1 : -1));
            case 8 -> {
                byte[] noise = new byte[length];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, bytes, at, length);
            }
            case 9 -> System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, at, length);
            default -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    /** Returns the first bytes of one array and those from a position of another. */
    private static byte[] joined(byte[] start, int startLength, byte[] end, int from) {
        byte[] joined = Arrays.copyOf(start, startLength + end.length - from);
        System.arraycopy(end, from, joined, startLength, end.length - from);
        return joined;
    }
}
