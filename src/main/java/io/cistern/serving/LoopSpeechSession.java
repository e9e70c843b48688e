package io.cistern.serving;

import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.Listening;
import io.cistern.model.AudioSource;
import io.cistern.model.ModelConfig;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.transcription.speech.SpeechProbabilities;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request that decodes windows in a decode loop. They have no deadline of their own: turns bound how long they wait. */
final class LoopSpeechSession implements SpeechSession {

    private final ServedModel model;
    private final DecodeLoop loop;
    private final AdmissionQueue.Reservation reservation;
    private final RecordingPlaces places;
    private final VoiceActivity voices;
    private final Set<Runnable> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean hasLongPlace;
    private volatile @Nullable DecodeJob first;

    LoopSpeechSession(
            ServedModel model,
            DecodeLoop loop,
            AdmissionQueue.Reservation reservation,
            RecordingPlaces places,
            VoiceActivity voices) {
        this.model = model;
        this.loop = loop;
        this.reservation = reservation;
        this.places = places;
        this.voices = voices;
    }

    @Override
    public ModelConfig config() {
        return model.config();
    }

    @Override
    public TextTokenizer tokenizer() {
        return model.tokenizer();
    }

    @Override
    public int maxBatchSize() {
        return model.capacity().maxBatchSize();
    }

    @Override
    public int maxCacheLength() {
        return model.capacity().maxCacheLength();
    }

    @Override
    public CompletableFuture<GenerationResult> decode(GenerationJob job) {
        DecodeJob decode = DecodeJob.of(job, loop.observer());
        if (first == null) {
            first = decode;
        }
        reservation.submitWithin(decode);
        return told(job.result());
    }

    @Override
    public CompletableFuture<Float> highestLogMel(AudioSource audio) {
        return told(loop.compute(program -> program.highestLogMel(audio)));
    }

    @Override
    public SpeechProbabilities newSpeechProbabilities() {
        return voices.newProbabilities();
    }

    @Override
    public <T> CompletableFuture<T> compute(Supplier<T> program) {
        return told(loop.compute(unused -> program.get()));
    }

    @Override
    public Place takeWindowPlace() {
        return places.takeWindowPlace();
    }

    @Override
    public Place takeLongPlace() {
        Place place = places.takeLongPlace();
        hasLongPlace = true;
        return place;
    }

    @Override
    public boolean hasBegun() {
        DecodeJob decode = first;
        return hasLongPlace || (decode != null && decode.hasStarted());
    }

    /** Returns the same result with failures as requests are told them; completing it early gives the work up. */
    private <T> CompletableFuture<T> told(CompletableFuture<T> result) {
        CompletableFuture<T> told = new CompletableFuture<>();
        Runnable giveUp = () -> told.cancel(false);
        pending.add(giveUp);
        Listening.to(told, (value, failure) -> {
            pending.remove(giveUp);
            result.cancel(false);
        });
        Listening.to(result, (value, failure) -> {
            if (failure == null) {
                told.complete(value);
            } else {
                told.completeExceptionally(GenerationFailedException.told(failure));
            }
        });
        return told;
    }

    @Override
    public void close() {
        pending.forEach(Runnable::run);
        reservation.close();
    }
}
