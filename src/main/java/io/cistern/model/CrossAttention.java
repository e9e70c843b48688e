package io.cistern.model;

/**
 * How much each token of a decoder row attends to each encoder position, in the heads that follow the input in time.
 *
 * @param heads alignment heads
 * @param tokens tokens of the row
 * @param positions encoder positions
 * @param weights probabilities [heads, tokens, positions], row by row
 */
public record CrossAttention(int heads, int tokens, int positions, float[] weights) {}
