package io.cistern.transcription;

/** Finds where samples are quietest: the middle of the 0.2 s with the least energy. */
final class QuietPoint {

    private static final int WIDTH = 3_200;
    private static final int STEP = 160;

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
