package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/**
 * Forbids every token that would complete an n-gram which the history, decoder prompt included, already has.
 *
 * <p>Rule: NoRepeatNGramLogitsProcessor in transformers/generation/logits_process.py.
 */
final class NoRepeatNgram implements LogitsProcessor {

    private final int size;

    NoRepeatNgram(int size) {
        this.size = size;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        for (int start = 0; start + size <= history.length(); start++) {
            if (startsLikeTheEnd(history, start)) {
                Scores.forbid(scores, history.get(start + size - 1));
            }
        }
    }

    private boolean startsLikeTheEnd(TokenHistory history, int start) {
        int end = history.length() - (size - 1);
        for (int i = 0; i < size - 1; i++) {
            if (history.get(start + i) != history.get(end + i)) {
                return false;
            }
        }
        return true;
    }
}
