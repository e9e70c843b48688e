package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Leaves the tokens whose information is closest to the distribution's entropy, until their probabilities sum to p
 * (locally typical sampling, Meister et al., 2022).
 *
 * <p>Rule: TypicalLogitsWarper in transformers/generation/logits_process.py. With {@code log p(token) = score - log Z}
 * and {@code H = log Z - E[score]} the distance {@code |-log p(token) - H|} is {@code |score - E[score]|}.
 */
final class TypicalPFilter implements LogitsProcessor {

    private final double share;
    private final MassSelection selection = new MassSelection();
    private float[] masses = {};

    /** Transformers compares float32 sums with p: what rounds to p has reached it. */
    TypicalPFilter(float p) {
        this.share = p - Math.ulp(p) / 2;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        double expected = expectedScore(scores);
        selection.clear(scores.length);
        for (int i = 0; i < scores.length; i++) {
            if (scores[i] > Scores.FORBIDDEN) {
                selection.add(distance(scores[i], expected), masses[i]);
            }
        }
        if (!selection.isEmpty()) {
            forbidBeyond(selection.keyReaching(share * selection.total()), expected, scores);
        }
    }

    /** Fills {@code masses} of all possible tokens on the way. */
    private double expectedScore(float[] scores) {
        if (masses.length < scores.length) {
            masses = new float[scores.length];
        }
        float highest = Scores.highest(scores);
        double total = 0;
        double weighted = 0;
        for (int i = 0; i < scores.length; i++) {
            if (scores[i] > Scores.FORBIDDEN) {
                double mass = Math.exp(scores[i] - highest);
                masses[i] = (float) mass;
                total += mass;
                weighted += mass * scores[i];
            }
        }
        return weighted / total;
    }

    private static float distance(float score, double expected) {
        return (float) Math.abs(score - expected);
    }

    private static void forbidBeyond(float border, double expected, float[] scores) {
        for (int i = 0; i < scores.length; i++) {
            if (distance(scores[i], expected) > border) {
                scores[i] = Scores.FORBIDDEN;
            }
        }
    }
}
