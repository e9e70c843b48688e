package io.cistern.transcription.alignment;

/**
 * Neighbouring tokens that make a word together.
 *
 * @param text what they stand for
 * @param from index of the first token
 * @param to index after the last token
 */
record TokenRun(String text, int from, int to) {

    TokenRun join(TokenRun next) {
        return new TokenRun(text + next.text, from, next.to);
    }
}
