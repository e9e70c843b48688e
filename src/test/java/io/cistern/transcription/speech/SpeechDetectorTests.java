package io.cistern.transcription.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cistern.testing.GoldenRecording;
import io.cistern.testing.VoiceModelTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Segments of recordings against the package silero-vad: equal to the sample, in one block or in many. */
class SpeechDetectorTests extends VoiceModelTest {

    static List<JsonNode> clips() {
        return GoldenRecording.cases("clips.json");
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void segmentsAreThoseOfThePackage(GoldenRecording recording) {
        assertThat(segments(detector(SileroDefaults.CONFIG), recording.samples(), Integer.MAX_VALUE))
                .isEqualTo(recording.segments());
        recording
                .limited()
                .forEach((millis, expected) -> assertThat(
                                segments(limited(millis), recording.samples(), Integer.MAX_VALUE))
                        .as("at most %d ms", millis)
                        .isEqualTo(expected));
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void blocksOfAnySizeGiveTheSameSegments(GoldenRecording recording) {
        for (int largest : new int[] {1000, 5000, 100_000}) {
            assertThat(segments(detector(SileroDefaults.CONFIG), recording.samples(), largest))
                    .isEqualTo(recording.segments());
            assertThat(segments(limited(1500), recording.samples(), largest))
                    .isEqualTo(recording.limited().get(1500));
        }
    }

    @ParameterizedTest
    @MethodSource("clips")
    void realClipsGiveTheSegmentsOfThePackage(JsonNode node) {
        String folder = System.getProperty("audio");
        assumeThat(folder).as("needs -Daudio=FOLDER, the folder of clips").isNotNull();
        float[] samples = GoldenRecording.wav(Path.of(folder, node.path("clip").asString()));
        assertThat(segments(detector(SileroDefaults.CONFIG), samples, 16_000))
                .isEqualTo(GoldenRecording.segments(node.path("segments")));
    }

    @Test
    void nothingHoldsNoSpeechAndNeedsNoModel() {
        SpeechDetector detector = new SpeechDetector(
                samples -> {
                    throw new AssertionError();
                },
                SileroDefaults.CONFIG);
        assertThat(detector.add(new float[0])).isEmpty();
        assertThat(detector.finish()).isEmpty();
        assertThat(detector.undecidedFrom()).isZero();
    }

    @Test
    void numbersThatAreNoSoundAreNoSpeech() {
        float[] samples = new float[50_000];
        Arrays.fill(samples, Float.NaN);
        assertThat(segments(detector(SileroDefaults.CONFIG), samples, 16_000)).isEmpty();
    }

    private static SpeechDetector limited(int millis) {
        return detector(SileroDefaults.withMaxSpeech(Duration.ofMillis(millis)));
    }

    private static SpeechDetector detector(SpeechDetectionConfig config) {
        return new SpeechDetector(model.newStream()::probabilities, config);
    }

    /** Feeds blocks of a random size; the largest number makes it one block. */
    private static long[][] segments(SpeechDetector detector, float[] samples, int largest) {
        Random random = new Random(SEED);
        List<SpeechSegment> segments = new ArrayList<>();
        for (int from = 0; from < samples.length; ) {
            int size = largest == Integer.MAX_VALUE ? samples.length : random.nextInt(largest);
            int to = Math.min(samples.length, from + size);
            segments.addAll(detector.add(Arrays.copyOfRange(samples, from, to)));
            from = to;
        }
        segments.addAll(detector.finish());
        return segments.stream()
                .map(segment -> new long[] {segment.start(), segment.end()})
                .toArray(long[][]::new);
    }
}
