package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Forbids every token whose score is below the k-th highest; tokens that equal it all stay, so more than k may.
 *
 * <p>Rule: TopKLogitsWarper in transformers/generation/logits_process.py. The k highest scores are kept in a binary
 * min-heap, which one pass over the vocabulary seldom changes.
 */
final class TopKFilter implements LogitsProcessor {

    private final int k;
    private float[] heap = {};

    TopKFilter(int k) {
        this.k = k;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        if (k < scores.length) {
            forbidBelow(kthHighest(scores), scores);
        }
    }

    private float kthHighest(float[] scores) {
        if (heap.length == 0) {
            heap = new float[k];
        }
        System.arraycopy(scores, 0, heap, 0, k);
        for (int parent = k / 2 - 1; parent >= 0; parent--) {
            siftDown(parent, heap[parent]);
        }
        for (int i = k; i < scores.length; i++) {
            if (scores[i] > heap[0]) {
                siftDown(0, scores[i]);
            }
        }
        return heap[0];
    }

    /** Puts {@code score} at {@code slot} or, while a child is smaller, below it. */
    private void siftDown(int slot, float score) {
        int child = smallerChild(slot);
        while (child < k && heap[child] < score) {
            heap[slot] = heap[child];
            slot = child;
            child = smallerChild(slot);
        }
        heap[slot] = score;
    }

    private int smallerChild(int slot) {
        int left = 2 * slot + 1;
        return left + 1 < k && heap[left + 1] < heap[left] ? left + 1 : left;
    }

    private static void forbidBelow(float threshold, float[] scores) {
        for (int i = 0; i < scores.length; i++) {
            if (scores[i] < threshold) {
                scores[i] = Scores.FORBIDDEN;
            }
        }
    }
}
