package io.cistern.transcription.alignment;

import java.util.Arrays;

/** Replaces each value by the median of the values around it; beyond its ends a row is mirrored. */
final class MedianFilter {

    private MedianFilter() {}

    /**
     * Writes the medians of one row. A row that is not longer than half the window stays as it is.
     *
     * @param from index of the row's first value, in both arrays
     * @param width of the window, odd
     */
    static void apply(float[] values, int from, int length, int width, float[] target) {
        int half = width / 2;
        if (length <= half) {
            System.arraycopy(values, from, target, from, length);
            return;
        }
        float[] window = new float[width];
        for (int i = 0; i < length; i++) {
            for (int k = 0; k < width; k++) {
                window[k] = values[from + mirrored(i + k - half, length)];
            }
            Arrays.sort(window);
            target[from + i] = window[half];
        }
    }

    private static int mirrored(int index, int length) {
        int positive = Math.abs(index);
        return positive < length ? positive : 2 * (length - 1) - positive;
    }
}
