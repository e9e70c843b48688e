package io.cistern.serving;

import io.cistern.transcription.Transcript;
import java.util.concurrent.CompletableFuture;

/** A recording on its way: queued, transcribed or done. */
public interface TranscriptionCall {

    /**
     * Returns the transcript to come. Dependents run on the thread that transcribes, so those that may block need an
     * executor of their own. Cancelling the future cancels the call.
     */
    CompletableFuture<Transcript> answer();

    /** Gives the recording up: its windows leave the queue or, at the next step, their rows. */
    default void cancel() {
        answer().cancel(false);
    }
}
