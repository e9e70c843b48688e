package io.cistern.generation;

import java.util.List;

/**
 * One finished output of an input.
 *
 * @param tokens the new tokens, end-of-sequence token included, decoder prompt excluded
 * @param topTokens for each token the most likely alternatives, if they were asked for, else empty
 * @param text the text, which ends before a stop string
 * @param finishReason why it ended
 * @param score beam search: sum of log-probabilities divided by length^lengthPenalty as Transformers gives it; else by
 *     the length, as Text Generation Inference compares candidates
 */
public record GeneratedSequence(
        List<TokenDetail> tokens,
        List<List<TokenDetail>> topTokens,
        String text,
        FinishReason finishReason,
        float score) {

    /** Returns the ids of the new tokens. */
    public int[] tokenIds() {
        return tokens.stream().mapToInt(TokenDetail::id).toArray();
    }
}
