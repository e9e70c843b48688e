package io.cistern.serving;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.serving.DeadlineExceededException.Phase;
import io.cistern.serving.ModelUnavailableException.Reason;
import io.cistern.transcription.InvalidTranscriptionException;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptionCancelledException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One recording that waits for a thread or is transcribed by one, until it has its answer or is given up. */
final class PooledTranscription implements TranscriptionCall {

    private static final Logger log = LoggerFactory.getLogger(PooledTranscription.class);

    /** What is wrong with a recording is told as it is. */
    private static final Set<Class<? extends RuntimeException>> TOLD = Set.of(
            UndecodableAudioException.class,
            UnsupportedAudioException.class,
            AudioTooLongException.class,
            InvalidTranscriptionException.class);

    private final SpeechSession session;
    private final Supplier<Transcript> transcription;
    private final CompletableFuture<Transcript> answer = new CompletableFuture<>();
    private volatile boolean started;

    /** @param session closed when there is an answer or will be none */
    PooledTranscription(SpeechSession session, Supplier<Transcript> transcription) {
        this.session = session;
        this.transcription = transcription;
    }

    /** Waits for a thread. */
    void start(ExecutorService threads) {
        Future<?> run = threads.submit(this::run);
        answer.whenComplete((transcript, failure) -> {
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

    /** Gives it up when no thread has begun in this time. */
    void startWithin(Duration limit) {
        after(limit, () -> {
            if (!started) {
                answer.completeExceptionally(new DeadlineExceededException(Phase.QUEUED, limit));
            }
        });
    }

    /** Gives it up when this time has passed without a transcript, wherever it then is. */
    void endWithin(Duration limit) {
        after(
                limit,
                () -> answer.completeExceptionally(
                        new DeadlineExceededException(started ? Phase.DECODING : Phase.QUEUED, limit)));
    }

    private void after(Duration limit, Runnable action) {
        CompletableFuture<Object> timer = new CompletableFuture<>().orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS);
        timer.exceptionally(expired -> {
            action.run();
            return limit;
        });
        answer.whenComplete((transcript, failure) -> timer.complete(limit));
    }

    private void run() {
        started = true;
        try {
            answer.complete(transcription.get());
        } catch (RuntimeException | Error ex) {
            fail(ex);
        }
    }

    private void fail(Throwable failure) {
        RuntimeException told = told(failure);
        if (answer.completeExceptionally(told) && told instanceof GenerationFailedException) {
            log.error("A transcription failed", told);
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private static RuntimeException told(Throwable failure) {
        if (failure instanceof TranscriptionCancelledException) {
            return new ModelUnavailableException(Reason.SHUTTING_DOWN, "the service");
        }
        return failure instanceof RuntimeException wrong && TOLD.contains(wrong.getClass())
                ? wrong
                : GenerationFailedException.told(failure);
    }
}
