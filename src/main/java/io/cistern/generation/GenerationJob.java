package io.cistern.generation;

import io.cistern.model.EncoderSource;
import io.cistern.model.TokenSource;
import java.util.concurrent.CompletableFuture;

/**
 * One input to generate from.
 *
 * @param source what the encoder reads
 * @param config how to generate
 * @param listener is told the tokens as they come
 * @param observer sees the raw logits
 * @param followUp is asked after each decode whether the same input is decoded again from what the encoder wrote
 * @param result completed by the batch when the search ends or fails; whoever completes or cancels it earlier makes the
 *     job leave the batch before the next step
 */
public record GenerationJob(
        EncoderSource source,
        GenerationConfig config,
        TokenListener listener,
        LogitsObserver observer,
        FollowUp followUp,
        CompletableFuture<GenerationResult> result) {

    public GenerationJob(int[] tokenIds, GenerationConfig config) {
        this(new TokenSource(tokenIds), config);
    }

    public GenerationJob(EncoderSource source, GenerationConfig config) {
        this(source, config, TokenListener.NONE, LogitsObserver.NONE, FollowUp.NONE, new CompletableFuture<>());
    }

    /** Returns a job with the same result that tells its tokens. */
    public GenerationJob withListener(TokenListener listener) {
        return new GenerationJob(source, config, listener, observer, followUp, result);
    }

    /** Returns a job with the same result that shows its logits. */
    public GenerationJob withObserver(LogitsObserver observer) {
        return new GenerationJob(source, config, listener, observer, followUp, result);
    }

    /** Returns a job with the same result that may be decoded again. */
    public GenerationJob withFollowUp(FollowUp followUp) {
        return new GenerationJob(source, config, listener, observer, followUp, result);
    }
}
