package io.cistern.transcription;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.cistern.model.whisper.WhisperConfig;
import java.util.Collections;
import java.util.Map;
import java.util.OptionalInt;

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

    /**
     * Reads the special tokens of a checkpoint.
     *
     * @throws IllegalArgumentException if it does not name those that every transcript needs
     */
    static SpeechVocabulary of(WhisperConfig config) {
        int noTimestamps = required(config.noTimestampsTokenId(), "no_timestamps_token_id");
        return new SpeechVocabulary(
                config.decoderStartTokenId(),
                Collections.min(config.endOfSequenceTokenIds()),
                required(config.previousTextTokenId(), "prev_sot_token_id"),
                noTimestamps - 1,
                noTimestamps,
                config.taskTokenIds().getOrDefault("transcribe", -1),
                config.taskTokenIds().getOrDefault("translate", -1),
                config.multilingual() ? languages(config.languageTokenIds()) : Map.of());
    }

    private static int required(OptionalInt token, String name) {
        return token.orElseThrow(() -> new IllegalArgumentException("generation_config.json has no " + name));
    }

    /** Returns the tokens by code: the vocabulary writes {@code <|en|>}. */
    private static Map<String, Integer> languages(Map<String, Integer> tokens) {
        return tokens.entrySet().stream()
                .collect(toUnmodifiableMap(token -> token.getKey().replaceAll("[<|>]", ""), Map.Entry::getValue));
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
