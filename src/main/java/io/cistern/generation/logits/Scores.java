package io.cistern.generation.logits;

/** What the processors of this package share: the score that forbids a token, and reading scores. */
final class Scores {

    static final float FORBIDDEN = Float.NEGATIVE_INFINITY;

    private Scores() {}

    /** Forbids a token; one that the vocabulary does not have cannot be chosen anyway. */
    static void forbid(float[] scores, int id) {
        if (contains(scores, id)) {
            scores[id] = FORBIDDEN;
        }
    }

    /** Tells whether a token has a score: embedding tables are sometimes larger than the head. */
    static boolean contains(float[] scores, int id) {
        return id >= 0 && id < scores.length;
    }

    /** Returns the highest score, NaN if one is NaN. */
    static float highest(float[] scores) {
        float highest = FORBIDDEN;
        for (float score : scores) {
            highest = Math.max(highest, score);
        }
        return highest;
    }
}
