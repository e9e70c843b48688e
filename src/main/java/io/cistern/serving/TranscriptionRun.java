package io.cistern.serving;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.serving.DeadlineExceededException.Phase;
import io.cistern.transcription.InvalidTranscriptionException;
import io.cistern.transcription.Transcript;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One recording that waits for a thread or is transcribed by one, until it has its answer or is given up. */
final class TranscriptionRun implements TranscriptionCall {

    private static final Logger log = LoggerFactory.getLogger(TranscriptionRun.class);

    /** What a request asked wrongly or came at the wrong time for is told as it is; all else is a failed computation. */
    private static final Set<Class<? extends RuntimeException>> TOLD = Set.of(
            UndecodableAudioException.class,
            UnsupportedAudioException.class,
            AudioTooLongException.class,
            InvalidTranscriptionException.class,
            CacheCapacityExceededException.class,
            ModelUnavailableException.class,
            DeadlineExceededException.class,
            GenerationFailedException.class,
            CancellationException.class);

    private final SpeechSession session;
    private final Supplier<Transcript> transcription;
    private final CompletableFuture<Transcript> answer = new CompletableFuture<>();
    private volatile boolean started;

    /** @param session closed when there is an answer or will be none */
    TranscriptionRun(SpeechSession session, Supplier<Transcript> transcription) {
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
        RuntimeException told = told(cause(failure));
        if (answer.completeExceptionally(told) && told instanceof GenerationFailedException) {
            log.error("A transcription failed", told);
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private static RuntimeException told(Throwable cause) {
        return cause instanceof RuntimeException known && TOLD.contains(known.getClass())
                ? known
                : new GenerationFailedException("the computation failed: " + cause.getMessage(), cause);
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause(cause) : failure;
    }
}
