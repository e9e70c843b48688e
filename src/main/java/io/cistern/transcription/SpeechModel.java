package io.cistern.transcription;

import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.model.AudioSource;
import io.cistern.model.ModelConfig;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.transcription.speech.SpeechProbabilities;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A loaded speech model as transcription uses it. Jobs are decoded beside those of other requests, and everything that is
 * computed is computed on one thread, which completes the futures: dependents must not block.
 */
public interface SpeechModel {

    ModelConfig config();

    TextTokenizer tokenizer();

    /** Returns the rows that decode at the same time, those of other requests included. */
    int maxBatchSize();

    /** Returns the tokens that one row holds: decoder prompt and new tokens. */
    int maxCacheLength();

    /**
     * Queues a window of audio to be encoded and decoded. Cancelling the returned future gives its rows back at the next
     * step. Requests take turns, so one that queues many windows lets others come between.
     */
    CompletableFuture<GenerationResult> decode(GenerationJob job);

    /** Finds the highest log10 mel energy of a part of a recording, by which the features of its windows are scaled. */
    CompletableFuture<Float> highestLogMel(AudioSource audio);

    /** Returns what tells speech from everything else in one recording; to be called in {@link #compute} only. */
    SpeechProbabilities newSpeechProbabilities();

    /** Runs a program other than the model's, such as voice activity detection, on the thread that computes. */
    <T> CompletableFuture<T> compute(Supplier<T> program);

    /**
     * Waits until one more recording may be held in memory as far as its first window reaches.
     *
     * @throws TranscriptionCancelledException if the thread is interrupted
     */
    default Place takeWindowPlace() {
        return () -> {};
    }

    /**
     * Waits until one more recording that is longer than a window may be transcribed.
     *
     * @throws TranscriptionCancelledException if the thread is interrupted
     */
    default Place takeLongPlace() {
        return () -> {};
    }

    /** A place that bounds how many recordings are in memory. */
    interface Place extends AutoCloseable {

        /** Gives the place to the next. */
        @Override
        void close();
    }
}
