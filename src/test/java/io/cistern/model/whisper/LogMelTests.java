package io.cistern.model.whisper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDManager;
import io.cistern.model.AudioSource;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.Programs;
import io.cistern.model.TokenSource;
import io.cistern.program.Engine;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Features within 1e-4 of Transformers'; src/test/python/log_mel_reference.py wrote them and describes the signal. */
class LogMelTests {

    private static final float TOLERANCE = 1e-4f;
    private static final int RATE = AudioSource.SAMPLE_RATE;
    private static final int BLOCK = 700;

    private static final Map<Integer, WhisperModel> MODELS =
            Map.of(80, load("full-window"), 128, load("whisper-128-mels"));

    /** A signal whose features are known at some frames. */
    record Golden(int bands, int samples, Map<Integer, float[]> frames) {

        float[] signal() {
            float[] signal = new float[samples];
            for (int i = 0; i < samples; i++) {
                double noise = ((31L * i * i + 7919L * i) % 65_536 - 32_768) / 32_768.0;
                signal[i] = (float) (noise * Math.pow(10, -(i / RATE % 5)));
            }
            return signal;
        }

        int length() {
            return samples / AudioSource.HOP;
        }
    }

    @BeforeAll
    static void prepareEngine() {
        Engine.prepareThread();
    }

    @AfterAll
    static void closeModels() {
        MODELS.values().forEach(WhisperModel::close);
    }

    private static WhisperModel load(String checkpoint) {
        Engine.prepare(0);
        Path folder = Path.of("src/test/resources/goldens/whisper").resolve(checkpoint);
        return (WhisperModel) new ModelFamilies(new WhisperFamily()).load(folder, Precision.FP32);
    }

    static Stream<Golden> goldens() {
        JsonMapper json = new JsonMapper();
        JsonNode goldens = json.readTree(
                        Path.of("src/test/resources/goldens/log-mel.json").toFile())
                .path("goldens");
        return StreamSupport.stream(goldens.spliterator(), false)
                .map(golden -> new Golden(
                        golden.path("bands").asInt(),
                        golden.path("samples").asInt(),
                        golden.path("frames")
                                .valueStream()
                                .collect(Collectors.toMap(
                                        frame -> frame.path("frame").asInt(),
                                        frame -> json.treeToValue(frame.path("features"), float[].class)))));
    }

    static Stream<Golden> longRecordings() {
        return goldens().filter(golden -> golden.length() > AudioSource.WINDOW_FRAMES);
    }

    static Stream<Golden> shortRecordings() {
        return goldens().filter(golden -> golden.length() <= AudioSource.WINDOW_FRAMES);
    }

    @ParameterizedTest
    @MethodSource("shortRecordings")
    void aShortRecordingIsFollowedBySilence(Golden golden) {
        float[][] features = window(golden.bands(), AudioSource.shortRecording(golden.signal()));
        golden.frames().forEach((frame, expected) -> assertFrame(features, frame, expected));
    }

    @ParameterizedTest
    @MethodSource("longRecordings")
    void windowsOfALongRecordingAreSlicesOfItsFeatures(Golden golden) {
        float[] signal = golden.signal();
        float highest = highest(golden, signal);
        for (int start : new int[] {0, 1, 2, 999, 3000, 3499}) {
            int frames = Math.min(AudioSource.WINDOW_FRAMES, golden.length() - start);
            float[][] features = window(golden.bands(), AudioSource.slice(signal, 0, start, frames, highest));
            for (int frame = frames; frame < AudioSource.WINDOW_FRAMES; frame++) {
                assertThat(features[frame]).containsOnly(0);
            }
            golden.frames().forEach((frame, expected) -> {
                if (frame >= start && frame < start + frames) {
                    assertFrame(features, frame - start, expected);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("longRecordings")
    void aPartOfARecordingIsEnoughForAWindowInside(Golden golden) {
        float[] signal = golden.signal();
        int from = 990 * AudioSource.HOP;
        float[] part = Arrays.copyOfRange(signal, from, from + 100 * AudioSource.HOP);
        float highest = highest(golden, signal);
        float[][] features = window(golden.bands(), AudioSource.slice(part, from, 999, 3, highest));
        for (int frame = 0; frame < 3; frame++) {
            assertFrame(features, frame, golden.frames().get(999 + frame));
        }
    }

    @Test
    void aWindowIsNotLongerThanTheModels() {
        AudioSource tooLong = AudioSource.slice(new float[40 * RATE], 0, 0, 3001, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> window(80, tooLong))
                .withMessageContaining("3001 frames are more than the 3000");
        assertThatIllegalArgumentException().isThrownBy(() -> AudioSource.shortRecording(new float[480_001]));
    }

    @Test
    void aTextIsNotAudio() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MODELS.get(80).encoderLength(new TokenSource(new int[] {1})))
                .withMessageContaining("reads audio");
    }

    private static float highest(Golden golden, float[] signal) {
        float highest = Float.NEGATIVE_INFINITY;
        for (int start = 0; start < golden.length(); start += BLOCK) {
            int frames = Math.min(BLOCK, golden.length() - start);
            AudioSource block = AudioSource.slice(signal, 0, start, frames, Float.NaN);
            highest = Math.max(highest, MODELS.get(golden.bands()).highestLogMel(block));
        }
        return highest;
    }

    /** Returns the features [frame][band] of a window of 30 s. */
    private static float[][] window(int bands, AudioSource audio) {
        LogMel logMel = new LogMel(Programs.of(MODELS.get(bands)), bands, AudioSource.WINDOW_FRAMES);
        try (NDManager scope = Engine.newScope()) {
            float[] features = logMel.window(scope, audio).toFloatArray();
            float[][] frames = new float[AudioSource.WINDOW_FRAMES][bands];
            for (int i = 0; i < features.length; i++) {
                frames[i % AudioSource.WINDOW_FRAMES][i / AudioSource.WINDOW_FRAMES] = features[i];
            }
            return frames;
        }
    }

    private static void assertFrame(float[][] features, int frame, float[] expected) {
        assertThat(features[frame]).as("frame %d", frame).containsExactly(expected, within(TOLERANCE));
    }
}
