package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Lowers the score of every token that was generated, decoder prompt excluded, by OpenAI's formula: {@code count ×
 * frequency_penalty + (count > 0) × presence_penalty}.
 *
 * <p>Formula: "Frequency and presence penalties" in OpenAI's API reference. Transformers has no such processor.
 */
final class OccurrencePenalty implements LogitsProcessor {

    private final float frequencyPenalty;
    private final float presencePenalty;
    private final int promptLength;
    private int[] counts = {};

    OccurrencePenalty(float frequencyPenalty, float presencePenalty, int promptLength) {
        this.frequencyPenalty = frequencyPenalty;
        this.presencePenalty = presencePenalty;
        this.promptLength = promptLength;
    }

    /** Leaves {@code counts} all zero again, so that the next row starts clean. */
    @Override
    public void process(TokenHistory history, float[] scores) {
        count(history, scores);
        for (int i = promptLength; i < history.length(); i++) {
            int id = history.get(i);
            if (Scores.contains(scores, id) && counts[id] > 0) {
                scores[id] -= counts[id] * frequencyPenalty + presencePenalty;
                counts[id] = 0;
            }
        }
    }

    private void count(TokenHistory history, float[] scores) {
        if (counts.length < scores.length) {
            counts = new int[scores.length];
        }
        for (int i = promptLength; i < history.length(); i++) {
            int id = history.get(i);
            if (Scores.contains(scores, id)) {
                counts[id]++;
            }
        }
    }
}
