package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Makes every token that occurred, decoder prompt included, less likely (Keskar et al., 2019): a negative score is
 * multiplied by the penalty, any other divided, once however often the token occurred.
 *
 * <p>Formula: RepetitionPenaltyLogitsProcessor in transformers/generation/logits_process.py.
 */
final class RepetitionPenalty implements LogitsProcessor {

    private final float penalty;
    private float[] penalized = {};

    RepetitionPenalty(float penalty) {
        this.penalty = penalty;
    }

    /** Reads all scores before it writes one, so that a token that occurred twice is penalized once. */
    @Override
    public void process(TokenHistory history, float[] scores) {
        int length = history.length();
        if (penalized.length < length) {
            penalized = new float[length * 2];
        }
        for (int i = 0; i < length; i++) {
            int id = history.get(i);
            penalized[i] = Scores.contains(scores, id) ? penalize(scores[id]) : Scores.FORBIDDEN;
        }
        for (int i = 0; i < length; i++) {
            int id = history.get(i);
            if (Scores.contains(scores, id)) {
                scores[id] = penalized[i];
            }
        }
    }

    private float penalize(float score) {
        return score < 0 ? score * penalty : score / penalty;
    }
}
