package io.cistern.transcription;

import io.cistern.model.whisper.WhisperConfig;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns recordings into text with one model. Recordings of at most 30 s are one window; longer ones are read window by
 * window or cut into parts, in memory that does not grow with their length.
 */
public final class Transcriber {

    private final SpeechModel model;
    private final WhisperConfig config;
    private final SpeechVocabulary vocabulary;

    /** @throws IllegalArgumentException if the model is no speech model */
    public Transcriber(SpeechModel model) {
        if (!(model.config() instanceof WhisperConfig whisper)) {
            throw new IllegalArgumentException("a model of type %s does not transcribe"
                    .formatted(model.config().modelType()));
        }
        this.model = model;
        this.config = whisper;
        this.vocabulary = SpeechVocabulary.of(whisper, model.tokenizer());
    }

    /**
     * Transcribes a recording. An interrupted thread gives up and keeps its interruption.
     *
     * @param listener is told text and segments on this thread as they become certain
     * @throws InvalidTranscriptionException if the model cannot do what the options ask for
     * @throws TranscriptionCancelledException if the thread is interrupted
     */
    public Transcript transcribe(Recording recording, TranscriptionOptions options, TranscriptListener listener) {
        check(options);
        SpokenLanguage language = language(options.language());
        return new TranscriptionRun(model, config, vocabulary, options, language, listener).transcribe(recording);
    }

    /**
     * Finds out whether the model can do what is asked, without anything of a recording.
     *
     * @throws InvalidTranscriptionException if it cannot
     */
    public void check(TranscriptionOptions options) {
        requireTask(options.task());
        requireBeams(options.beams());
        requireIndependentWindows(options);
        language(options.language());
    }

    private void requireTask(SpeechTask task) {
        if (task == SpeechTask.TRANSLATE && !vocabulary.isMultilingual()) {
            throw new InvalidTranscriptionException("task", "translate", "transcribe: the model knows English only");
        }
    }

    private void requireBeams(int beams) {
        if (beams > model.maxBatchSize()) {
            throw new InvalidTranscriptionException(
                    "num_beams", beams, "at most %d, the model's max-batch-size".formatted(model.maxBatchSize()));
        }
    }

    private static void requireIndependentWindows(TranscriptionOptions options) {
        if (options.conditionOnPreviousText() && options.mode() == WindowMode.BATCHED) {
            throw new InvalidTranscriptionException(
                    "condition_on_previous_text", true, "false where windows are decoded together");
        }
    }

    /** Returns the language that is known before anything is heard. */
    private @Nullable SpokenLanguage language(@Nullable String asked) {
        if (asked == null) {
            return vocabulary.isMultilingual() ? null : SpokenLanguage.ENGLISH;
        }
        Set<String> known = vocabulary.isMultilingual()
                ? new TreeSet<>(vocabulary.languages().keySet())
                : Set.of(SpokenLanguage.ENGLISH.code());
        String code = asked.toLowerCase(Locale.ROOT);
        if (!known.contains(code)) {
            throw new InvalidTranscriptionException("language", asked, "one of " + String.join(", ", known));
        }
        return new SpokenLanguage(code, 1);
    }
}
