package io.cistern.serving;

import io.cistern.generation.Listening;
import io.cistern.serving.ModelUnavailableException.Reason;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptionCancelledException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** One recording on a thread, until it has its answer or is given up. */
final class PooledTranscription implements TranscriptionCall {

    private final SpeechSession session;
    private final Supplier<Transcript> transcription;
    private final CompletableFuture<Transcript> answer = new CompletableFuture<>();

    /** @param session closed when there is an answer or will be none */
    PooledTranscription(SpeechSession session, Supplier<Transcript> transcription) {
        this.session = session;
        this.transcription = transcription;
    }

    void start(ExecutorService threads) {
        Future<?> run = threads.submit(this::run);
        Listening.to(answer, (transcript, failure) -> {
            if (failure != null) {
                run.cancel(true);
            }
            session.close();
        });
    }

    @Override
    public CompletableFuture<Transcript> answer() {
        return answer;
    }

    private void run() {
        try {
            answer.complete(transcription.get());
        } catch (RuntimeException | Error ex) {
            fail(ex);
        }
    }

    private void fail(Throwable failure) {
        answer.completeExceptionally(told(failure));
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private static RuntimeException told(Throwable failure) {
        if (failure instanceof TranscriptionCancelledException) {
            return new ModelUnavailableException(Reason.SHUTTING_DOWN, "the service");
        }
        return GenerationFailedException.told(failure);
    }
}
