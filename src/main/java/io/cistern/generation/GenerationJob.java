package io.cistern.generation;

import java.util.concurrent.CompletableFuture;

/**
 * One input to generate from.
 *
 * @param tokenIds the input's tokens, end-of-sequence token included
 * @param config how to generate
 * @param listener is told the tokens as they come
 * @param observer sees the raw logits
 * @param result completed by the batch when the search ends or fails; whoever completes or cancels it earlier makes the
 *     job leave the batch before the next step
 */
public record GenerationJob(
        int[] tokenIds,
        GenerationConfig config,
        TokenListener listener,
        LogitsObserver observer,
        CompletableFuture<GenerationResult> result) {

    public GenerationJob(int[] tokenIds, GenerationConfig config) {
        this(tokenIds, config, TokenListener.NONE, LogitsObserver.NONE, new CompletableFuture<>());
    }

    /** Returns a job with the same result that tells its tokens. */
    public GenerationJob withListener(TokenListener listener) {
        return new GenerationJob(tokenIds, config, listener, observer, result);
    }

    /** Returns a job with the same result that shows its logits. */
    public GenerationJob withObserver(LogitsObserver observer) {
        return new GenerationJob(tokenIds, config, listener, observer, result);
    }
}
