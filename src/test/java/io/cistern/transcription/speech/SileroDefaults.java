package io.cistern.transcription.speech;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Silero's own values, by which its reference found the segments of the tests. */
final class SileroDefaults {

    static final SpeechDetectionConfig CONFIG = withMaxSpeech(null);

    private SileroDefaults() {}

    static SpeechDetectionConfig withMaxSpeech(@Nullable Duration limit) {
        return new SpeechDetectionConfig(
                0.5, 0.35, Duration.ofMillis(250), Duration.ofMillis(100), Duration.ofMillis(30), limit);
    }
}
