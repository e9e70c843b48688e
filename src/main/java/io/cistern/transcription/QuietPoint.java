package io.cistern.transcription;

import static io.cistern.model.AudioSource.SAMPLE_RATE;

/** Finds where samples are quietest: the middle of the 0.2 s with the least energy. */
final class QuietPoint {

    /** Samples, 0.2 s (docs/decisions/0005). */
    private static final int WIDTH = SAMPLE_RATE / 5;

    /** Samples, 0.01 s, the steps of the features that the encoder reads. */
    private static final int STEP = SAMPLE_RATE / 100;

    private QuietPoint() {}

    /**
     * Returns an index from {@code from} to {@code to}; of equally quiet ones the last, as longer clips are fewer.
     *
     * @param to at most the number of samples
     */
    static int find(float[] samples, int from, int to) {
        int best = to;
        double least = Double.POSITIVE_INFINITY;
        for (int start = from; start + WIDTH <= to; start += STEP) {
            double energy = energy(samples, start);
            if (energy <= least) {
                least = energy;
                best = start + WIDTH / 2;
            }
        }
        return best;
    }

    private static double energy(float[] samples, int start) {
        double energy = 0;
        for (int i = start; i < start + WIDTH; i++) {
            energy += samples[i] * samples[i];
        }
        return energy;
    }
}
