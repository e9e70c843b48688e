package io.cistern.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A recording put together from parts, with what silero-vad makes of it; made by
 * {@code src/test/python/voice_activity_reference.py}.
 *
 * @param probabilities of each chunk
 * @param segments with the package's own settings
 * @param limited segments by the longest duration allowed, in milliseconds
 */
public record GoldenRecording(
        String name, float[] samples, float[] probabilities, long[][] segments, Map<Integer, long[][]> limited) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Path FOLDER = Path.of("src/test/resources/goldens-vad");
    private static final Path CLIP = Path.of("samples/librivox_austen_0870.wav");

    public static List<GoldenRecording> all() {
        return cases("recordings.json").stream().map(GoldenRecording::read).toList();
    }

    /** Returns the cases of another file of the same script. */
    public static List<JsonNode> cases(String file) {
        return JSON.readTree(FOLDER.resolve(file).toFile())
                .path("cases")
                .valueStream()
                .toList();
    }

    /** Returns pairs of the first sample and the sample after the last. */
    public static long[][] segments(JsonNode node) {
        return JSON.treeToValue(node, long[][].class);
    }

    private static GoldenRecording read(JsonNode node) {
        Map<Integer, long[][]> limited = new TreeMap<>();
        node.path("segments_with_max_speech_ms")
                .properties()
                .forEach(limit -> limited.put(Integer.valueOf(limit.getKey()), segments(limit.getValue())));
        return new GoldenRecording(
                node.path("name").asString(),
                samples(node.path("parts")),
                JSON.treeToValue(node.path("probabilities"), float[].class),
                segments(node.path("segments")),
                limited);
    }

    private static float[] samples(JsonNode parts) {
        float[] joined = {};
        for (JsonNode part : parts) {
            float[] samples = part(part);
            int before = joined.length;
            joined = Arrays.copyOf(joined, before + samples.length);
            System.arraycopy(samples, 0, joined, before, samples.length);
        }
        return joined;
    }

    private static float[] part(JsonNode part) {
        int length = part.path("samples").asInt();
        double gain = part.path("gain").asDouble();
        return switch (part.path("kind").asString()) {
            case "clip" -> amplified(wav(CLIP), (float) gain);
            case "noise" -> noise(length, gain, part.path("seed").asLong());
            case "silence" -> new float[length];
            default -> throw new IllegalArgumentException(part.toString());
        };
    }

    private static float[] amplified(float[] samples, float gain) {
        for (int i = 0; i < samples.length; i++) {
            samples[i] *= gain;
        }
        return samples;
    }

    private static float[] noise(int length, double gain, long seed) {
        Uniform uniform = new Uniform(seed);
        float[] samples = new float[length];
        for (int i = 0; i < length; i++) {
            samples[i] = (float) ((uniform.next() - 0.5) * 2 * gain);
        }
        return samples;
    }

    /** Reads a WAV file of 16-bit samples, one channel, 16 kHz. */
    public static float[] wav(Path path) {
        try (AudioInputStream in = AudioSystem.getAudioInputStream(path.toFile())) {
            ShortBuffer shorts = ByteBuffer.wrap(in.readAllBytes())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asShortBuffer();
            float[] samples = new float[shorts.remaining()];
            for (int i = 0; i < samples.length; i++) {
                samples[i] = shorts.get(i) / 32768f;
            }
            return samples;
        } catch (UnsupportedAudioFileException ex) {
            throw new IllegalArgumentException(path.toString(), ex);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    /** The linear congruential generator of Numerical Recipes; numbers from 0 to 1. */
    public static final class Uniform {

        private long state;

        public Uniform(long seed) {
            this.state = seed;
        }

        public double next() {
            state = (1664525 * state + 1013904223) % (1L << 32);
            return state / (double) (1L << 32);
        }
    }
}
