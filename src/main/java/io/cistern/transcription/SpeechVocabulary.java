package io.cistern.transcription;

import java.util.Map;

/**
 * The tokens with which a decoder is told what to write, and tells what it heard.
 *
 * @param startOfTranscript begins every transcript
 * @param endOfText ends it
 * @param startOfPrevious begins the text before
 * @param noSpeech likely where nobody speaks
 * @param noTimestamps turns timestamps off
 * @param transcribe asks for the language that is spoken
 * @param translate asks for English
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

    public SpeechVocabulary {
        languages = Map.copyOf(languages);
    }

    /** Returns whether the model knows several languages. */
    public boolean isMultilingual() {
        return !languages.isEmpty();
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
