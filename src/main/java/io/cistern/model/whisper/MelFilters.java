package io.cistern.model.whisper;

import io.cistern.model.AudioSource;

/**
 * Triangular filters that gather the frequencies of a spectrum in bands of equal width on Slaney's mel scale: linear up to
 * 1 kHz, logarithmic above. Each has the same area (librosa/librosa librosa/filters.py, mel with norm slaney).
 */
final class MelFilters {

    /** Frequencies of a spectrum over 400 samples: 0 to 8 kHz in steps of 40 Hz. */
    static final int FREQUENCIES = 201;

    private static final double HIGHEST_HERTZ = AudioSource.SAMPLE_RATE / 2.0;
    private static final double STEP_HERTZ = HIGHEST_HERTZ / (FREQUENCIES - 1);
    private static final double LINEAR_MELS_PER_HERTZ = 3.0 / 200;
    private static final double LOGARITHMIC_FROM_HERTZ = 1000;
    private static final double LOGARITHMIC_FROM_MEL = LOGARITHMIC_FROM_HERTZ * LINEAR_MELS_PER_HERTZ;
    private static final double MELS_PER_LOGARITHM = 27 / Math.log(6.4);

    private MelFilters() {}

    /** Returns weights [bands, 201]. */
    static float[] of(int bands) {
        double[] edges = new double[bands + 2];
        double highest = mel(HIGHEST_HERTZ);
        for (int i = 0; i < edges.length; i++) {
            edges[i] = hertz(highest * i / (bands + 1));
        }
        float[] filters = new float[bands * FREQUENCIES];
        for (int band = 0; band < bands; band++) {
            for (int i = 0; i < FREQUENCIES; i++) {
                filters[band * FREQUENCIES + i] =
                        (float) weight(i * STEP_HERTZ, edges[band], edges[band + 1], edges[band + 2]);
            }
        }
        return filters;
    }

    private static double weight(double frequency, double from, double middle, double to) {
        double rising = (frequency - from) / (middle - from);
        double falling = (to - frequency) / (to - middle);
        return Math.max(0, Math.min(rising, falling)) * 2 / (to - from);
    }

    private static double mel(double hertz) {
        return hertz < LOGARITHMIC_FROM_HERTZ
                ? hertz * LINEAR_MELS_PER_HERTZ
                : LOGARITHMIC_FROM_MEL + Math.log(hertz / LOGARITHMIC_FROM_HERTZ) * MELS_PER_LOGARITHM;
    }

    private static double hertz(double mel) {
        return mel < LOGARITHMIC_FROM_MEL
                ? mel / LINEAR_MELS_PER_HERTZ
                : LOGARITHMIC_FROM_HERTZ * Math.exp((mel - LOGARITHMIC_FROM_MEL) / MELS_PER_LOGARITHM);
    }
}
