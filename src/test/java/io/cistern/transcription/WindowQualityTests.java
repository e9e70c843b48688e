package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowQualityTests {

    private static final TranscriptionOptions USUAL =
            TranscriptionOptions.builder().build();

    private static WindowQuality quality(double logProbability, double compressionRatio, double noSpeech) {
        return new WindowQuality((float) logProbability, (float) compressionRatio, (float) noSpeech);
    }

    @Test
    void likelyTextStands() {
        assertThat(quality(-0.3, 1.2, 0.1).isImplausible(USUAL)).isFalse();
        assertThat(quality(-1, 2.4, 0.1).isImplausible(USUAL)).isFalse();
    }

    @Test
    void unlikelyTextAndRepetitionsAreTriedAgain() {
        assertThat(quality(-1.01, 1.2, 0.1).isImplausible(USUAL)).isTrue();
        assertThat(quality(-0.3, 2.41, 0.1).isImplausible(USUAL)).isTrue();
    }

    @Test
    void silenceIsUnlikelyTextWhereNobodySpeaks() {
        assertThat(quality(-1.01, 1.2, 0.61).isSilent(USUAL)).isTrue();
        assertThat(quality(-1.01, 1.2, 0.61).isImplausible(USUAL)).isFalse();
        assertThat(quality(-0.99, 1.2, 0.99).isSilent(USUAL)).isFalse();
        assertThat(quality(-1.01, 1.2, 0.6).isSilent(USUAL)).isFalse();
    }

    @Test
    void thresholdsCanBeTurnedOff() {
        TranscriptionOptions off = TranscriptionOptions.builder()
                .compressionRatioThreshold(null)
                .logProbabilityThreshold(null)
                .noSpeechThreshold(null)
                .build();
        assertThat(quality(-9, 9, 1).isImplausible(off)).isFalse();
        assertThat(quality(-9, 9, 1).isSilent(off)).isFalse();
    }

    @Test
    void noSpeechAloneIsSilenceWithoutALogProbabilityThreshold() {
        TranscriptionOptions options =
                TranscriptionOptions.builder().logProbabilityThreshold(null).build();
        assertThat(quality(-0.1, 1, 0.7).isSilent(options)).isTrue();
    }
}
