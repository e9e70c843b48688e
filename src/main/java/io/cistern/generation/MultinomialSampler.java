package io.cistern.generation;

import java.util.SplittableRandom;

/**
 * Draws a token from the softmax of the scores; negative infinity is impossible. The same seed gives the same draws on
 * every JVM: one 64-bit number per token, and exponentials from StrictMath. A request's candidates each take a
 * {@link SplittableRandom#split() split} of its generator, so that none depends on how long the others go on.
 */
public final class MultinomialSampler implements Sampler {

    private final SplittableRandom random;
    private double[] cumulative = {};

    public MultinomialSampler(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public int sample(float[] scores) {
        double total = accumulate(scores);
        if (!Double.isFinite(total)) {
            throw new IllegalArgumentException("Scores to draw from contain NaN or positive infinity");
        }
        return firstAbove(nextUniform() * total, scores.length);
    }

    /** Fills {@code cumulative} with running sums of exp(score - highest score); the last is at least 1. */
    private double accumulate(float[] scores) {
        float highest = highest(scores);
        if (cumulative.length < scores.length) {
            cumulative = new double[scores.length];
        }
        double sum = 0;
        for (int id = 0; id < scores.length; id++) {
            if (scores[id] > Float.NEGATIVE_INFINITY) {
                sum += StrictMath.exp((double) scores[id] - highest);
            }
            cumulative[id] = sum;
        }
        return sum;
    }

    private static float highest(float[] scores) {
        float highest = Float.NEGATIVE_INFINITY;
        for (float score : scores) {
            highest = Math.max(highest, score);
        }
        if (highest == Float.NEGATIVE_INFINITY) {
            throw new NoPossibleTokenException(scores.length);
        }
        return highest;
    }

    /** The top 53 bits of the next 64, a number in [0, 1). */
    private double nextUniform() {
        return (random.nextLong() >>> 11) * 0x1.0p-53;
    }

    /** Searches the running sums, where an impossible token adds nothing and so is never the first above. */
    private int firstAbove(double point, int size) {
        int low = 0;
        int high = size - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] > point) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
