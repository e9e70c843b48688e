package io.cistern.model.silero;

import static io.cistern.model.silero.SileroModel.CHUNK_SAMPLES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.cistern.testing.GoldenRecording;
import io.cistern.testing.VoiceModelTest;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Probabilities against the package silero-vad, within 1e-4. */
class SileroModelTests extends VoiceModelTest {

    private static final float TOLERANCE = 1e-4f;

    @ParameterizedTest
    @MethodSource("recordings")
    void probabilitiesAreThoseOfThePackage(GoldenRecording recording) {
        assertProbabilities(recording, model.newStream().probabilities(wholeChunks(recording)));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void blocksContinueOneAnother(GoldenRecording recording) {
        Random random = new Random(SEED);
        float[] samples = wholeChunks(recording);
        float[] probabilities = new float[recording.probabilities().length];
        SileroStream stream = model.newStream();
        for (int chunk = 0; chunk < probabilities.length; ) {
            int end = Math.min(probabilities.length, chunk + random.nextInt(40));
            float[] block = Arrays.copyOfRange(samples, chunk * CHUNK_SAMPLES, end * CHUNK_SAMPLES);
            System.arraycopy(stream.probabilities(block), 0, probabilities, chunk, end - chunk);
            chunk = end;
        }
        assertProbabilities(recording, probabilities);
    }

    @Test
    void streamsKnowNothingOfOneAnother() {
        float[] clip = wholeChunks(recordings().get(0));
        float[] alone = model.newStream().probabilities(clip);
        SileroStream first = model.newStream();
        SileroStream second = model.newStream();
        int half = clip.length / CHUNK_SAMPLES / 2 * CHUNK_SAMPLES;
        first.probabilities(Arrays.copyOf(clip, half));
        assertThat(second.probabilities(clip)).isEqualTo(alone);
        first.probabilities(Arrays.copyOfRange(clip, half, clip.length));
        assertThat(model.newStream().probabilities(clip)).isEqualTo(alone);
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MAX_VALUE, -1e30f})
    void aSampleThatIsNoSoundSpoilsNothingAfterIt(float value) {
        float[] clip = wholeChunks(recordings().get(0));
        float[] spoilt = new float[4 * CHUNK_SAMPLES + clip.length];
        System.arraycopy(clip, 0, spoilt, 4 * CHUNK_SAMPLES, clip.length);
        spoilt[17] = value;
        spoilt[CHUNK_SAMPLES - 1] = value;
        float[] probabilities = model.newStream().probabilities(spoilt);
        for (float probability : probabilities) {
            assertThat(probability).isBetween(0f, 1f);
        }
        assertThat(probabilities[100]).isGreaterThan(0.9f);
    }

    @Test
    void nothingGivesNothing() {
        assertThat(model.newStream().probabilities(new float[0])).isEmpty();
    }

    @Test
    void refusesWhatIsNoWholeChunk() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> model.newStream().probabilities(new float[700]))
                .withMessage("700 samples are no whole chunks of 512");
    }

    @Test
    void callsLeaveNoArrayBehind() {
        SileroStream stream = model.newStream();
        stream.probabilities(new float[CHUNK_SAMPLES]);
        int alive = model.liveArrays();
        for (int call = 0; call < 300; call++) {
            stream.probabilities(new float[(1 + call % 5) * CHUNK_SAMPLES]);
        }
        assertThat(model.liveArrays()).isEqualTo(alive);
    }

    private static float[] wholeChunks(GoldenRecording recording) {
        return Arrays.copyOf(recording.samples(), recording.probabilities().length * CHUNK_SAMPLES);
    }

    private static void assertProbabilities(GoldenRecording recording, float[] actual) {
        float[] expected = recording.probabilities();
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).as("chunk %d", i).isCloseTo(expected[i], within(TOLERANCE));
        }
    }
}
