package io.cistern.transcription;

/**
 * When a word is spoken.
 *
 * @param text the word with its punctuation and the space before it
 * @param start second at which it begins
 * @param end second at which it ends
 * @param probability mean probability of its tokens
 */
public record Word(String text, double start, double end, float probability) {

    /** Returns this word at other times. */
    Word at(double start, double end) {
        return new Word(text, start, end, probability);
    }
}
