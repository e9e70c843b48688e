package io.cistern.transcription;

/**
 * A segment of a window.
 *
 * @param tokens ids, timestamps included
 * @param text what they stand for, never blank
 * @param textTokens ids without timestamps
 * @param probabilities of each of {@code textTokens}
 * @param start frame of the window
 * @param end frame of the window
 */
record Passage(int[] tokens, String text, int[] textTokens, float[] probabilities, int start, int end) {}
