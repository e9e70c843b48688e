package io.cistern.serving;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The largest difference between the logits of two runs of the same input. The runs go side by side, so only what one
 * is ahead of the other is kept. Fed by one decode thread.
 */
final class LogitsComparison {

    private final Queue<float[]> served = new ArrayDeque<>();
    private final Queue<float[]> reference = new ArrayDeque<>();
    private float largestDifference;

    void addServed(float[] logits) {
        add(logits, served, reference);
    }

    void addReference(float[] logits) {
        add(logits, reference, served);
    }

    /** Returns whether the reference has logits that the served run has not come to. */
    boolean isReferenceAhead() {
        return !reference.isEmpty();
    }

    float largestDifference() {
        return largestDifference;
    }

    private void add(float[] logits, Queue<float[]> own, Queue<float[]> other) {
        float[] counterpart = other.poll();
        if (counterpart == null) {
            own.add(logits.clone());
        } else {
            compare(logits, counterpart);
        }
    }

    private void compare(float[] left, float[] right) {
        for (int i = 0; i < left.length; i++) {
            largestDifference = Math.max(largestDifference, Math.abs(left[i] - right[i]));
        }
    }
}
