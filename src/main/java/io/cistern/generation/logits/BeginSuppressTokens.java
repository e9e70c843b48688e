package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;
import java.util.Collection;

/**
 * Forbids the given tokens as the first of an output.
 *
 * <p>Rule: SuppressTokensAtBeginLogitsProcessor in transformers/generation/logits_process.py.
 */
final class BeginSuppressTokens implements LogitsProcessor {

    private final SuppressTokens suppressTokens;
    private final int promptLength;

    BeginSuppressTokens(Collection<Integer> ids, int promptLength) {
        this.suppressTokens = new SuppressTokens(ids);
        this.promptLength = promptLength;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        if (history.length() == promptLength) {
            suppressTokens.process(history, scores);
        }
    }
}
