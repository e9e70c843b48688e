package io.cistern.generation.logits;

import io.cistern.generation.TokenHistory;

/** Changes the scores of one row's next token before it is chosen. Holds no state between rows. */
public interface LogitsProcessor {

    /**
     * Changes {@code scores} in place; a score of negative infinity forbids its token.
     *
     * @param history the row's tokens so far, decoder prompt included
     * @param scores one score per vocabulary entry: logits in greedy search and sampling, log-probabilities in beam search
     */
    void process(TokenHistory history, float[] scores);
}
