package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;
import java.util.Arrays;

/**
 * Leaves one token possible, with score 0, as the one after the decoder's start token; it has no effect on a decoder
 * prompt of several tokens.
 *
 * <p>Rule: ForcedBOSTokenLogitsProcessor in transformers/generation/logits_process.py.
 */
final class ForcedBos implements LogitsProcessor {

    private final int id;

    ForcedBos(int id) {
        this.id = id;
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        if (history.length() == 1) {
            Arrays.fill(scores, Scores.FORBIDDEN);
            scores[id] = 0;
        }
    }
}
