package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.transcription.speech.SpeechSegment;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CuttingTests {

    private static SpeechSegment speech(long start, long end) {
        return new SpeechSegment(start, end);
    }

    @Test
    void clipsAreAsLongAsAWindowAllows() {
        SpeechClips clips = new SpeechClips(100);
        assertThat(clips.add(List.of(speech(5, 40), speech(50, 105)))).isEmpty();
        assertThat(clips.openFrom(999)).isEqualTo(5);
        assertThat(clips.add(List.of(speech(110, 120)))).containsExactly(List.of(speech(5, 40), speech(50, 105)));
        assertThat(clips.finish()).containsExactly(List.of(speech(110, 120)));
        assertThat(clips.finish()).isEmpty();
        assertThat(clips.openFrom(999)).isEqualTo(999);
    }

    @Test
    void readingGoesOnWhereSomebodySpeaks() {
        SpeechMap map = new SpeechMap(List.of(speech(10_000, 50_000), speech(200_000, 240_000)));
        assertThat(map.next(0)).as("a short lead stays").isEqualTo(OptionalLong.of(0));
        assertThat(map.next(30_000)).as("within speech").isEqualTo(OptionalLong.of(30_000));
        assertThat(map.next(47_000))
                .as("a rest of 0.19 s and then a pause, up to a second before speech")
                .isEqualTo(OptionalLong.of(184_000));
        assertThat(map.next(190_000)).as("within the lead").isEqualTo(OptionalLong.of(190_000));
        assertThat(map.next(239_000)).as("only a rest is left").isEmpty();
    }

    @Test
    void shortSpeechAheadIsNotSkipped() {
        assertThat(new SpeechMap(List.of(speech(100, 2_000))).next(0)).isEqualTo(OptionalLong.of(0));
    }

    @Test
    void nobodySpeaksOnAnEmptyMapAndSomebodyEverywhere() {
        assertThat(new SpeechMap(List.of()).next(0)).isEmpty();
        assertThat(SpeechMap.everywhere().next(1L << 40)).isEqualTo(OptionalLong.of(1L << 40));
    }

    @Test
    void theQuietestPointIsTheMiddleOfTheQuietestFifthOfASecond() {
        float[] samples = new float[48_000];
        Arrays.fill(samples, 0.5f);
        Arrays.fill(samples, 20_000, 23_200, 0f);
        Arrays.fill(samples, 8_000, 11_200, 0f);
        assertThat(QuietPoint.find(samples, 16_000, 48_000)).isEqualTo(21_600);
    }

    @Test
    void ofEquallyQuietPointsTheLastIsTaken() {
        assertThat(QuietPoint.find(new float[48_000], 16_000, 48_000)).isEqualTo(48_000 - 1_600);
    }

    @Test
    void aShortClipIsInMemoryOnce() {
        ShortClip clip = new ShortClip(0, new float[32_000], audio -> 0);
        assertThat(clip.length()).isEqualTo(32_000);
        assertThat(clip.audio(0)).isSameAs(clip.audio(0));
    }

    @Test
    void slidingSamplesKeepWhatIsNeeded() {
        float[] recording = new float[100_000];
        for (int i = 0; i < recording.length; i++) {
            recording[i] = i;
        }
        try (SlidingSamples samples = new SlidingSamples(new ArrayReader(recording))) {
            samples.readTo(20_000);
            assertThat(samples.end()).isEqualTo(32_000);
            assertThat(samples.copy(19_998, 20_001)).containsExactly(19_998, 19_999, 20_000);
            samples.forgetBefore(30_000);
            samples.readTo(1_000_000);
            assertThat(samples.hasEnded()).isTrue();
            assertThat(samples.end()).isEqualTo(100_000);
            assertThat(samples.copy(30_000, 30_002)).containsExactly(30_000, 30_001);
            assertThat(samples.copy(99_999, 200_000)).containsExactly(99_999);
        }
    }
}
