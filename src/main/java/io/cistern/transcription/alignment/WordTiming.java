package io.cistern.transcription.alignment;

/**
 * A word between two times of its window.
 *
 * @param text with the space before it; empty if its neighbour took it over
 * @param tokens how many it is made of
 * @param start second of the window
 * @param end second of the window
 * @param probability mean probability of its tokens
 */
public record WordTiming(String text, int tokens, double start, double end, float probability) {

    double duration() {
        return end - start;
    }

    WordTiming from(double start) {
        return new WordTiming(text, tokens, start, end, probability);
    }

    WordTiming until(double end) {
        return new WordTiming(text, tokens, start, end, probability);
    }

    WordTiming with(String text, int tokens) {
        return new WordTiming(text, tokens, start, end, probability);
    }
}
