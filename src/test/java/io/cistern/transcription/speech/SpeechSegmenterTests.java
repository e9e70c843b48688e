package io.cistern.transcription.speech;

import static io.cistern.transcription.speech.SpeechProbabilities.CHUNK_SAMPLES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cistern.testing.GoldenRecording;
import io.cistern.testing.GoldenRecording.Uniform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Segments of random probabilities under random settings against the package silero-vad: equal to the sample. */
class SpeechSegmenterTests {

    static List<JsonNode> walks() {
        return GoldenRecording.cases("probabilities.json");
    }

    @ParameterizedTest
    @MethodSource("walks")
    void segmentsAreThoseOfThePackage(JsonNode walk) {
        assertThat(segments(walk)).isEqualTo(GoldenRecording.segments(walk.path("segments")));
    }

    /** Without padding or late decisions, a segment is there as soon as the silence after it is long enough. */
    @Test
    void aSegmentIsFinalWhenItsSilenceIsLongEnough() {
        SpeechSegmenter segmenter = new SpeechSegmenter(SileroDefaults.CONFIG);
        hear(segmenter, 1.0, 20);
        assertThat(segmenter.undecidedFrom()).isZero();
        hear(segmenter, 0.0, 4);
        assertThat(segmenter.take()).isEmpty();
        hear(segmenter, 0.0, 1);
        assertThat(segmenter.take()).containsExactly(new SpeechSegment(0, 20 * CHUNK_SAMPLES + 480));
        assertThat(segmenter.undecidedFrom()).isEqualTo(25 * CHUNK_SAMPLES - 480);
    }

    /** What a listener may forget is never part of a later segment. */
    @ParameterizedTest
    @MethodSource("walks")
    void noSegmentBeginsBeforeWhatIsUndecided(JsonNode walk) {
        SpeechSegmenter segmenter = new SpeechSegmenter(config(walk));
        long undecided = 0;
        for (double probability : probabilities(walk)) {
            segmenter.accept(probability, CHUNK_SAMPLES);
            for (SpeechSegment segment : segmenter.take()) {
                assertThat(segment.start()).isGreaterThanOrEqualTo(undecided);
            }
            assertThat(segmenter.undecidedFrom()).isGreaterThanOrEqualTo(undecided);
            undecided = segmenter.undecidedFrom();
        }
        segmenter.finish();
        for (SpeechSegment segment : segmenter.take()) {
            assertThat(segment.start()).isGreaterThanOrEqualTo(undecided);
        }
    }

    @Test
    void refusesSettingsThatMakeNoSense() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SileroDefaults.withMaxSpeech(Duration.ofMillis(91)))
                .withMessage("longest speech, 91 ms, is shorter than one chunk and two paddings, 92 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config(Double.NaN, 0.1, 250))
                .withMessage("threshold NaN is not above 0 and at most 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config(0.5, 0.6, 250))
                .withMessage("silence threshold 0.6 is not from 0 to the threshold, 0.5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config(0.5, 0.3, -1))
                .withMessage("shortest speech, -1 ms, is negative");
    }

    private static void hear(SpeechSegmenter segmenter, double probability, int chunks) {
        for (int i = 0; i < chunks; i++) {
            segmenter.accept(probability, CHUNK_SAMPLES);
        }
    }

    private static long[][] segments(JsonNode walk) {
        SpeechSegmenter segmenter = new SpeechSegmenter(config(walk));
        List<SpeechSegment> segments = new ArrayList<>();
        int samples = walk.path("samples").asInt();
        double[] probabilities = probabilities(walk);
        for (int i = 0; i < probabilities.length; i++) {
            segmenter.accept(probabilities[i], Math.min(CHUNK_SAMPLES, samples - i * CHUNK_SAMPLES));
            segments.addAll(segmenter.take());
        }
        segmenter.finish();
        segments.addAll(segmenter.take());
        return segments.stream()
                .map(segment -> new long[] {segment.start(), segment.end()})
                .toArray(long[][]::new);
    }

    /** Speech and silence in turns, both with dips; {@code walk} in voice_activity_reference.py. */
    private static double[] probabilities(JsonNode walk) {
        Uniform uniform = new Uniform(walk.path("seed").asLong());
        double[] probabilities = new double[(walk.path("samples").asInt() + CHUNK_SAMPLES - 1) / CHUNK_SAMPLES];
        boolean[] speech = {false};
        Arrays.setAll(probabilities, i -> {
            speech[0] ^= uniform.next() < 0.06;
            return (speech[0] ? 0.7 : 0.25) + (uniform.next() - 0.5) * 0.5;
        });
        return probabilities;
    }

    private static SpeechDetectionConfig config(JsonNode walk) {
        JsonNode limit = walk.path("max_speech_duration_ms");
        return new SpeechDetectionConfig(
                walk.path("threshold").asDouble(),
                walk.path("neg_threshold").asDouble(),
                Duration.ofMillis(walk.path("min_speech_duration_ms").asInt()),
                Duration.ofMillis(walk.path("min_silence_duration_ms").asInt()),
                Duration.ofMillis(walk.path("speech_pad_ms").asInt()),
                limit.isNull() ? null : Duration.ofMillis(limit.asInt()));
    }

    private static SpeechDetectionConfig config(double threshold, double silenceThreshold, int minSpeechMillis) {
        return new SpeechDetectionConfig(
                threshold, silenceThreshold, Duration.ofMillis(minSpeechMillis), Duration.ZERO, Duration.ZERO, null);
    }
}
