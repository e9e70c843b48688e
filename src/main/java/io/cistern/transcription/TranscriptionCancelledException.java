package io.cistern.transcription;

/** Thrown when the thread that transcribes is interrupted; its jobs are cancelled. */
public final class TranscriptionCancelledException extends RuntimeException {

    public TranscriptionCancelledException() {
        super("the transcription was cancelled");
    }
}
