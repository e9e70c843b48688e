package io.cistern.transcription.alignment;

import java.util.List;

/**
 * Gives punctuation to the word that it belongs to.
 *
 * <p>Rule: merge_punctuations in openai/whisper, whisper/timing.py.
 */
final class Punctuation {

    private static final String OPENING = "\"'“¿([{-";
    private static final String CLOSING = "\"'.。,，!！?？:：”)]}、";

    private Punctuation() {}

    /** Joins in place; the words that were taken over stay, without text and tokens, so that tokens still add up. */
    static void join(List<WordTiming> words) {
        joinOpening(words);
        joinClosing(words);
    }

    private static void joinOpening(List<WordTiming> words) {
        int next = words.size() - 1;
        for (int i = words.size() - 2; i >= 0; i--) {
            WordTiming word = words.get(i);
            if (word.text().startsWith(" ") && OPENING.contains(word.text().strip())) {
                WordTiming following = words.get(next);
                words.set(next, following.with(word.text() + following.text(), word.tokens() + following.tokens()));
                words.set(i, word.with("", 0));
            } else {
                next = i;
            }
        }
    }

    private static void joinClosing(List<WordTiming> words) {
        int previous = 0;
        for (int i = 1; i < words.size(); i++) {
            WordTiming word = words.get(i);
            WordTiming before = words.get(previous);
            if (!before.text().endsWith(" ") && CLOSING.contains(word.text())) {
                words.set(previous, before.with(before.text() + word.text(), before.tokens() + word.tokens()));
                words.set(i, word.with("", 0));
            } else {
                previous = i;
            }
        }
    }
}
