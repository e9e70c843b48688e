package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;
import java.util.Set;

/**
 * Forbids the end of the sequence until enough tokens are generated, decoder prompt excluded.
 *
 * <p>Rule: MinNewTokensLengthLogitsProcessor in transformers/generation/logits_process.py.
 */
final class MinNewTokens implements LogitsProcessor {

    private final int minLength;
    private final int[] endOfSequenceIds;

    MinNewTokens(int minNewTokens, int promptLength, Set<Integer> endOfSequenceIds) {
        this.minLength = promptLength + minNewTokens;
        this.endOfSequenceIds =
                endOfSequenceIds.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public void process(TokenHistory history, float[] scores) {
        if (history.length() < minLength) {
            for (int id : endOfSequenceIds) {
                Scores.forbid(scores, id);
            }
        }
    }
}
