package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Leaves the smallest set of most likely tokens whose probabilities sum to p, at least one (nucleus sampling, Holtzman
 * et al., 2020).
 *
 * <p>Rule: TopPLogitsWarper in transformers/generation/logits_process.py. Of tokens with equal scores at the border
 * Transformers keeps whichever its unstable sort leaves; here those with the lowest ids stay.
 */
final class TopPFilter implements LogitsProcessor {

    private final double share;
    private final MassSelection selection = new MassSelection();

    TopPFilter(float p) {
        this.share = p - tolerance(p);
    }

    /**
     * Transformers removes a token if the float32 sum of it and all less likely ones is not above {@code 1 - p}: sums
     * that differ by less than half a float's step are equal to it, and must be here where they are doubles.
     */
    private static double tolerance(float p) {
        return Math.ulp(p) / 2 + Math.ulp(1 - p) / 2;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        float highest = collect(scores);
        if (selection.isEmpty()) {
            return;
        }
        double needed = share * selection.total();
        float border = -selection.keyReaching(needed);
        double missing = needed - selection.massBelow();
        forbidFrom(border, tokensNeeded(missing, (float) Math.exp(border - highest)), scores);
    }

    private float collect(float[] scores) {
        float highest = Scores.highest(scores);
        selection.clear(scores.length);
        for (float score : scores) {
            if (score > Scores.FORBIDDEN) {
                selection.add(-score, (float) Math.exp(score - highest));
            }
        }
        return highest;
    }

    private static int tokensNeeded(double missing, float mass) {
        return (int) Math.max(1, Math.ceil(missing / mass));
    }

    /** Forbids all scores below {@code border} and, after the first {@code kept}, those that equal it. */
    private static void forbidFrom(float border, int kept, float[] scores) {
        for (int i = 0; i < scores.length; i++) {
            if (scores[i] < border || (scores[i] == border && kept-- <= 0)) {
                scores[i] = Scores.FORBIDDEN;
            }
        }
    }
}
