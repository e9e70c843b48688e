package io.cistern.serving;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A task on its way: queued, computed or done. */
public interface GenerationCall {

    /**
     * Returns the answer to come. It fails with {@link io.cistern.generation.NoPossibleTokenException} if the parameters
     * forbid every token, {@link GenerationFailedException} if the computation failed, {@link DeadlineExceededException} if
     * there is no answer in time, or a {@link CancellationException}. Dependents run on the thread that computes, so those
     * that may block need an executor of their own. Cancelling the future cancels the call.
     */
    CompletableFuture<GenerationAnswer> answer();

    /** Gives the task up: it leaves the queue or, at the next step, its rows. Does nothing once the answer is there. */
    default void cancel() {
        answer().cancel(false);
    }

    /**
     * Waits for the answer; a thread that is interrupted gives the task up.
     *
     * @throws CancellationException if the call was cancelled
     */
    default GenerationAnswer await() {
        try {
            return answer().get();
        } catch (ExecutionException ex) {
            if (ex.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new GenerationFailedException("the computation failed: " + ex.getMessage(), ex);
        } catch (InterruptedException ex) {
            cancel();
            Thread.currentThread().interrupt();
            throw new GenerationFailedException("the wait for the answer was interrupted", ex);
        }
    }
}
