package io.cistern.serving;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;

/** The computation of a request failed: a native error, or logits that are not numbers. */
public final class GenerationFailedException extends RuntimeException {

    public GenerationFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What a request asked wrongly, gave up or came at the wrong time for is told as it is; all else failed here. */
    static RuntimeException told(Throwable failure) {
        Throwable cause = cause(failure);
        if (cause instanceof CacheCapacityExceededException
                || cause instanceof InvalidGenerationConfigException
                || cause instanceof NoPossibleTokenException
                || cause instanceof ModelUnavailableException
                || cause instanceof DeadlineExceededException
                || cause instanceof CancellationException
                || cause instanceof GenerationFailedException) {
            return (RuntimeException) cause;
        }
        return new GenerationFailedException("the computation failed: " + cause.getMessage(), cause);
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause(cause) : failure;
    }
}
