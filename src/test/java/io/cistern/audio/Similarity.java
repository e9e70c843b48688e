package io.cistern.audio;

/**
 * How well a decoded recording matches what was recorded.
 *
 * @param correlation 1 if they are equal but for their volume
 * @param lag samples by which the decoded one is late
 */
record Similarity(double correlation, int lag) {

    private static final int LARGEST_LAG = 1_500;

    private static final int LOUDNESS_FRAME = 320;

    static Similarity of(float[] expected, float[] actual) {
        Similarity best = new Similarity(-1, 0);
        int largest = Math.min(LARGEST_LAG, expected.length / 4);
        for (int lag = -largest; lag <= largest; lag++) {
            double correlation = correlation(expected, actual, lag);
            if (correlation > best.correlation) {
                best = new Similarity(correlation, lag);
            }
        }
        return best;
    }

    /** Returns the correlation of how loud both are over time, for codecs that keep the sound and not the wave. */
    static double ofLoudness(float[] expected, float[] actual) {
        return of(loudness(expected), loudness(actual)).correlation;
    }

    private static float[] loudness(float[] samples) {
        float[] loudness = new float[samples.length / LOUDNESS_FRAME];
        for (int i = 0; i < loudness.length * LOUDNESS_FRAME; i++) {
            loudness[i / LOUDNESS_FRAME] += samples[i] * samples[i];
        }
        return loudness;
    }

    private static double correlation(float[] expected, float[] actual, int lag) {
        double product = 0;
        double expectedPower = 1e-9;
        double actualPower = 1e-9;
        int from = Math.max(0, -lag);
        int to = Math.min(expected.length, actual.length - lag);
        for (int i = from; i < to; i++) {
            product += expected[i] * actual[i + lag];
            expectedPower += expected[i] * expected[i];
            actualPower += actual[i + lag] * actual[i + lag];
        }
        return product / Math.sqrt(expectedPower * actualPower);
    }
}
