package io.cistern.transcription;

import io.cistern.generation.GenerationConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to transcribe. Made by {@link #builder()}, whose initial values are those of OpenAI's {@code transcribe()}, but
 * windows are not conditioned on the text before: repetitions would spread.
 *
 * @param language code of the language that is spoken, {@code en}; null detects it
 * @param task transcribe or translate
 * @param prompt text that the recording is taken to continue, for names and style; its last 223 tokens count
 * @param temperatures tried one after the other until a window's text is plausible; 0 is greedy or beam search, the rest sample
 * @param compressionRatioThreshold text that compresses better than this repeats itself and is tried again; null turns it off
 * @param logProbabilityThreshold text whose tokens have a lower average log-probability is tried again; null turns it off
 * @param noSpeechThreshold a window that is more likely without speech, and whose text is below the log-probability
 *     threshold, has no text; null turns it off
 * @param conditionOnPreviousText decode each window as a continuation of the text before
 * @param beams width of beam search at temperature 0; 1 is greedy search
 * @param timestamps let the model write timestamps; without them a window is one segment. Recordings longer than a
 *     window always have them
 * @param words find when each word is spoken
 * @param voiceActivity leave out what no voice is heard in
 * @param mode how recordings longer than a window are read
 * @param seed of the random numbers that sampling draws
 */
public record TranscriptionOptions(
        @Nullable String language,
        SpeechTask task,
        String prompt,
        List<Float> temperatures,
        @Nullable Float compressionRatioThreshold,
        @Nullable Float logProbabilityThreshold,
        @Nullable Float noSpeechThreshold,
        boolean conditionOnPreviousText,
        int beams,
        boolean timestamps,
        boolean words,
        boolean voiceActivity,
        WindowMode mode,
        long seed) {

    /** Greedy search first, then sampling with more and more freedom. */
    public static final List<Float> FALLBACK_TEMPERATURES = List.of(0f, 0.2f, 0.4f, 0.6f, 0.8f, 1f);

    public TranscriptionOptions {
        temperatures = List.copyOf(temperatures);
        require(!temperatures.isEmpty(), "temperature", temperatures, "at least one number");
        temperatures.forEach(TranscriptionOptions::requireTemperature);
        require(beams >= 1, "num_beams", beams, "at least 1");
    }

    /** Written so that NaN fails. */
    private static void requireTemperature(float value) {
        boolean greedy = value == 0;
        require(
                greedy || (value >= GenerationConfig.LOWEST_TEMPERATURE && value <= 1),
                "temperature",
                value,
                "0, or from 0.000001 to 1");
    }

    private static void require(boolean condition, String parameter, Object value, String bound) {
        if (!condition) {
            throw new InvalidTranscriptionException(parameter, value, bound);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Collects the settings that differ from the usual ones. */
    public static final class Builder {

        private @Nullable String language;
        private SpeechTask task = SpeechTask.TRANSCRIBE;
        private String prompt = "";
        private List<Float> temperatures = FALLBACK_TEMPERATURES;
        private @Nullable Float compressionRatioThreshold = 2.4f;
        private @Nullable Float logProbabilityThreshold = -1f;
        private @Nullable Float noSpeechThreshold = 0.6f;
        private boolean conditionOnPreviousText;
        private int beams = 1;
        private boolean timestamps = true;
        private boolean words;
        private boolean voiceActivity = true;
        private WindowMode mode = WindowMode.AUTO;
        private long seed;

        private Builder() {}

        public Builder language(@Nullable String language) {
            this.language = language;
            return this;
        }

        public Builder task(SpeechTask task) {
            this.task = task;
            return this;
        }

        public Builder prompt(String prompt) {
            this.prompt = prompt;
            return this;
        }

        /** Tries one temperature only: nothing is decoded again. */
        public Builder temperature(float temperature) {
            return temperatures(List.of(temperature));
        }

        public Builder temperatures(List<Float> temperatures) {
            this.temperatures = temperatures;
            return this;
        }

        public Builder compressionRatioThreshold(@Nullable Float threshold) {
            this.compressionRatioThreshold = threshold;
            return this;
        }

        public Builder logProbabilityThreshold(@Nullable Float threshold) {
            this.logProbabilityThreshold = threshold;
            return this;
        }

        public Builder noSpeechThreshold(@Nullable Float threshold) {
            this.noSpeechThreshold = threshold;
            return this;
        }

        public Builder conditionOnPreviousText(boolean condition) {
            this.conditionOnPreviousText = condition;
            return this;
        }

        public Builder beams(int beams) {
            this.beams = beams;
            return this;
        }

        public Builder timestamps(boolean timestamps) {
            this.timestamps = timestamps;
            return this;
        }

        public Builder words(boolean words) {
            this.words = words;
            return this;
        }

        public Builder voiceActivity(boolean voiceActivity) {
            this.voiceActivity = voiceActivity;
            return this;
        }

        public Builder mode(WindowMode mode) {
            this.mode = mode;
            return this;
        }

        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        public TranscriptionOptions build() {
            return new TranscriptionOptions(
                    language,
                    task,
                    prompt,
                    temperatures,
                    compressionRatioThreshold,
                    logProbabilityThreshold,
                    noSpeechThreshold,
                    conditionOnPreviousText,
                    beams,
                    timestamps,
                    words,
                    voiceActivity,
                    mode,
                    seed);
        }
    }
}
