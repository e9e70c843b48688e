package io.cistern.transcription.alignment;

import io.cistern.model.CrossAttention;

/** When each token of a text begins, found by the path on which the decoder's attention is strongest. */
public final class TokenTimes {

    private static final double SECONDS_PER_POSITION = 0.02;

    private TokenTimes() {}

    /**
     * Returns the second at which each of the N tokens of a text begins, and as the last of N + 1 numbers the second at
     * which the text ends.
     *
     * @param attention of a decoder row that holds a prompt, the text and an end-of-text token
     * @param promptLength tokens of the prompt; the last one writes the text's first token
     * @param positions encoder positions that the recording fills
     */
    public static double[] of(CrossAttention attention, int promptLength, int positions) {
        int rows = attention.tokens() - promptLength;
        float[] costs = AttentionMatrix.of(attention, positions).costs(promptLength - 1, promptLength - 1 + rows);
        int[] first = DynamicTimeWarping.firstPositions(costs, rows);
        double[] seconds = new double[rows];
        for (int i = 0; i < rows; i++) {
            seconds[i] = first[i] * SECONDS_PER_POSITION;
        }
        return seconds;
    }
}
