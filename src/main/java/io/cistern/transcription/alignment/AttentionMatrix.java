package io.cistern.transcription.alignment;

import io.cistern.model.CrossAttention;
import java.util.Arrays;

/**
 * How strongly tokens attend to positions, in numbers that can be compared between tokens: one matrix made of all heads.
 *
 * <p>Rule: find_alignment in openai/whisper, whisper/timing.py: probabilities over the positions in use, standardised over
 * the tokens of each position, smoothed over positions by a median of 7, averaged over heads.
 */
final class AttentionMatrix {

    private static final int MEDIAN_WIDTH = 7;

    private final int tokens;
    private final int positions;
    private final float[] values;

    private AttentionMatrix(int tokens, int positions) {
        this.tokens = tokens;
        this.positions = positions;
        this.values = new float[tokens * positions];
    }

    /** @param positions those that the recording fills, from the first on */
    static AttentionMatrix of(CrossAttention attention, int positions) {
        int used = Math.min(positions, attention.positions());
        AttentionMatrix matrix = new AttentionMatrix(attention.tokens(), used);
        for (int head = 0; head < attention.heads(); head++) {
            matrix.add(matrix.smoothed(matrix.head(attention, head)), 1f / attention.heads());
        }
        return matrix;
    }

    /** Returns the rows {@code from} (inclusive) to {@code to} (exclusive), negated: what a path avoids. */
    float[] costs(int from, int to) {
        float[] costs = Arrays.copyOfRange(values, from * positions, to * positions);
        for (int i = 0; i < costs.length; i++) {
            costs[i] = -costs[i];
        }
        return costs;
    }

    /** Returns one head's probabilities over the positions in use, standardised over tokens. */
    private float[] head(CrossAttention attention, int head) {
        float[] weights = new float[tokens * positions];
        for (int token = 0; token < tokens; token++) {
            int from = (head * tokens + token) * attention.positions();
            System.arraycopy(attention.weights(), from, weights, token * positions, positions);
            normalise(weights, token * positions);
        }
        for (int position = 0; position < positions; position++) {
            standardise(weights, position);
        }
        return weights;
    }

    private void normalise(float[] weights, int from) {
        double sum = 0;
        for (int i = from; i < from + positions; i++) {
            sum += weights[i];
        }
        for (int i = from; sum > 0 && i < from + positions; i++) {
            weights[i] = (float) (weights[i] / sum);
        }
    }

    private void standardise(float[] weights, int position) {
        double sum = 0;
        double squares = 0;
        for (int i = position; i < weights.length; i += positions) {
            sum += weights[i];
        }
        double mean = sum / tokens;
        for (int i = position; i < weights.length; i += positions) {
            squares += (weights[i] - mean) * (weights[i] - mean);
        }
        double deviation = Math.sqrt(squares / tokens);
        for (int i = position; i < weights.length; i += positions) {
            weights[i] = deviation > 0 ? (float) ((weights[i] - mean) / deviation) : 0;
        }
    }

    private float[] smoothed(float[] weights) {
        float[] smooth = new float[weights.length];
        for (int token = 0; token < tokens; token++) {
            MedianFilter.apply(weights, token * positions, positions, MEDIAN_WIDTH, smooth);
        }
        return smooth;
    }

    private void add(float[] weights, float factor) {
        for (int i = 0; i < values.length; i++) {
            values[i] += weights[i] * factor;
        }
    }
}
