package io.cistern.transcription;

import io.cistern.model.AudioSource;
import io.cistern.transcription.speech.SpeechDetectionConfig;
import io.cistern.transcription.speech.SpeechDetector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Computes on a model's thread and waits for it. A thread that is interrupted gives the computation up. */
final class ModelCalls {

    /** Words keep what is around them: their beginnings and ends are quiet. */
    private static final SpeechDetectionConfig SPEECH = new SpeechDetectionConfig(
            0.5, 0.35, Duration.ofMillis(100), Duration.ofMillis(300), Duration.ofMillis(200), Duration.ofSeconds(30));

    private final SpeechModel model;

    ModelCalls(SpeechModel model) {
        this.model = model;
    }

    /** Returns a detector, to be used in {@link #compute} only. Its segments are no longer than a window. */
    SpeechDetector newSpeechDetector() {
        return compute(() -> new SpeechDetector(model.newSpeechProbabilities(), SPEECH));
    }

    float highestLogMel(AudioSource audio) {
        return await(model.highestLogMel(audio));
    }

    <T> T compute(Supplier<T> program) {
        return await(model.compute(program));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException ex) {
            throw failure(ex.getCause());
        } catch (InterruptedException ex) {
            future.cancel(false);
            throw interrupted();
        }
    }

    /** Returns what to throw for a failed computation. */
    static RuntimeException failure(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    /** Keeps the interruption for the caller and returns what to throw. */
    static TranscriptionCancelledException interrupted() {
        Thread.currentThread().interrupt();
        return new TranscriptionCancelledException();
    }
}
