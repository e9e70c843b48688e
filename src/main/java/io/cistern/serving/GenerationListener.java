package io.cistern.serving;

import io.cistern.generation.TokenDetail;
import java.util.List;

/** Is told each token of a task as soon as it is chosen; beam search has none until its end. */
@FunctionalInterface
public interface GenerationListener {

    /** Listens to nothing. */
    GenerationListener NONE = (input, candidate, token, topTokens) -> {};

    /**
     * Called on the thread that computes: must not block. An exception fails the task.
     *
     * @param input index of the input in the task
     * @param candidate 0, or the sampled candidate of best_of
     * @param topTokens the most likely alternatives, if they were asked for, else empty
     */
    void onToken(int input, int candidate, TokenDetail token, List<TokenDetail> topTokens);
}
