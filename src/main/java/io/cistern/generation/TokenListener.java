package io.cistern.generation;

import java.util.List;

/** Is told each token of greedy search and sampling as soon as it is chosen; beam search has none until its end. */
@FunctionalInterface
public interface TokenListener {

    /** Listens to nothing. */
    TokenListener NONE = (candidate, token, topTokens) -> {};

    /**
     * Called on the decode thread: must not block. An exception fails the job.
     *
     * @param candidate 0, or the sampled candidate of best_of
     * @param topTokens the most likely alternatives, if they were asked for, else empty
     */
    void onToken(int candidate, TokenDetail token, List<TokenDetail> topTokens);
}
