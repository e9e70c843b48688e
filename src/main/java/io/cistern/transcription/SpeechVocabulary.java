package io.cistern.transcription;

import io.cistern.model.UnsupportedModelException;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.tokenization.TextTokenizer;
import java.util.Map;

/**
 * The tokens with which a decoder is told what to write, and tells what it heard.
 *
 * @param startOfTranscript begins every transcript
 * @param endOfText ends it
 * @param startOfPrevious begins the text before
 * @param noSpeech likely where nobody speaks
 * @param noTimestamps turns timestamps off
 * @param transcribe asks for the language that is spoken; {@link #NONE} for a model that knows English only
 * @param translate asks for English; {@link #NONE} likewise
 * @param languages token of each language by its code; empty for a model that knows English only
 */
public record SpeechVocabulary(
        int startOfTranscript,
        int endOfText,
        int startOfPrevious,
        int noSpeech,
        int noTimestamps,
        int transcribe,
        int translate,
        Map<String, Integer> languages) {

    /** The id of a token that the model has no use for. */
    static final int NONE = -1;

    public SpeechVocabulary {
        languages = Map.copyOf(languages);
    }

    /**
     * Reads the special tokens of a checkpoint from its configuration or, where that lacks them, from its tokenizer.
     *
     * @throws UnsupportedModelException if one that transcripts need is in neither, or is not in the vocabulary
     */
    public static SpeechVocabulary of(WhisperConfig config, TextTokenizer tokenizer) {
        return new CheckpointTokens(config, tokenizer).vocabulary();
    }

    /** Returns whether the model knows several languages. */
    public boolean isMultilingual() {
        return !languages.isEmpty();
    }

    /** Returns the token of a language that the model knows. */
    int language(String code) {
        Integer token = languages.get(code);
        if (token == null) {
            throw new IllegalArgumentException("the model does not know the language " + code);
        }
        return token;
    }

    /** Returns the token of the beginning of a window; each further one stands 0.02 s later. */
    public int firstTimestamp() {
        return noTimestamps + 1;
    }

    boolean isTimestamp(int id) {
        return id > noTimestamps;
    }

    /** Returns whether a token stands for text: the special ones follow all others. */
    boolean isText(int id) {
        return id < endOfText;
    }
}
