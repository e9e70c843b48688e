package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;
import java.util.Collection;

/**
 * Forbids the given tokens at every step.
 *
 * <p>Rule: SuppressTokensLogitsProcessor in transformers/generation/logits_process.py.
 */
final class SuppressTokens implements LogitsProcessor {

    private final int[] ids;

    SuppressTokens(Collection<Integer> ids) {
        this.ids = ids.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        for (int id : ids) {
            Scores.forbid(scores, id);
        }
    }
}
