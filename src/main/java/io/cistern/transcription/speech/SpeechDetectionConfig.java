package io.cistern.transcription.speech;

import io.cistern.model.AudioSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What counts as a segment of speech; the meaning is that of {@code get_speech_timestamps} in snakers4/silero-vad,
 * src/silero_vad/utils_vad.py.
 *
 * @param threshold probability from which a chunk is speech
 * @param silenceThreshold probability below which a chunk is silence, which may end speech
 * @param minSpeech speech must be longer than this
 * @param minSilence silence of this length ends speech
 * @param padding silence that a segment keeps on each side
 * @param maxSpeech longest segment, which is cut in its longest pause; null sets no limit
 */
public record SpeechDetectionConfig(
        double threshold,
        double silenceThreshold,
        Duration minSpeech,
        Duration minSilence,
        Duration padding,
        @Nullable Duration maxSpeech) {

    private static final long SAMPLES_PER_MILLISECOND = AudioSource.SAMPLE_RATE / 1_000;

    public SpeechDetectionConfig {
        // Written so that NaN fails.
        if (!(threshold > 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold %s is not above 0 and at most 1".formatted(threshold));
        }
        if (!(silenceThreshold >= 0 && silenceThreshold <= threshold)) {
            throw new IllegalArgumentException(
                    "silence threshold %s is not from 0 to the threshold, %s".formatted(silenceThreshold, threshold));
        }
        requireNotNegative("shortest speech", minSpeech);
        requireNotNegative("shortest silence", minSilence);
        requireNotNegative("padding", padding);
        if (maxSpeech != null && beforeCut(maxSpeech, padding) < 0) {
            throw new IllegalArgumentException(
                    "longest speech, %d ms, is shorter than one chunk and two paddings, %d ms"
                            .formatted(
                                    maxSpeech.toMillis(),
                                    maxSpeech.toMillis() - beforeCut(maxSpeech, padding) / SAMPLES_PER_MILLISECOND));
        }
    }

    private static void requireNotNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("%s, %d ms, is negative".formatted(name, duration.toMillis()));
        }
    }

    long minSpeechSamples() {
        return samples(minSpeech);
    }

    long minSilenceSamples() {
        return samples(minSilence);
    }

    long paddingSamples() {
        return samples(padding);
    }

    /** Returns the samples of speech after which it is cut, so that with a last chunk and its padding it is no longer than allowed. */
    long samplesBeforeCut() {
        return maxSpeech == null ? Long.MAX_VALUE : beforeCut(maxSpeech, padding);
    }

    private static long beforeCut(Duration maxSpeech, Duration padding) {
        return samples(maxSpeech) - SpeechProbabilities.CHUNK_SAMPLES - 2 * samples(padding);
    }

    private static long samples(Duration duration) {
        return duration.toMillis() * SAMPLES_PER_MILLISECOND;
    }
}
