package io.cistern.transcription;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.model.AudioSource;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.silero.SileroModel;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.model.whisper.WhisperFamily;
import io.cistern.program.Engine;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import io.cistern.transcription.speech.SpeechProbabilities;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** A checkpoint on a thread of its own, without queue, lane and deadlines. */
final class EngineSpeechModel implements SpeechModel, AutoCloseable {

    private static final CacheCapacity CAPACITY = new CacheCapacity(4, 448, 1500);

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Queue<GenerationJob> waiting = new ArrayDeque<>();
    private final EncoderDecoderModel model;
    private final DecodingBatch batch;
    private final SileroModel silero;
    private final TextTokenizer tokenizer;

    private EngineSpeechModel(Path checkpoint) {
        thread.execute(Engine::prepareThread);
        model = new ModelFamilies(new WhisperFamily()).load(checkpoint, Precision.FP32);
        EncoderDecoderCache cache = model.allocateCache(CAPACITY);
        tokenizer = TokenizerLoader.load(checkpoint);
        batch = new DecodingBatch(model, cache, tokenizer);
        silero = SileroModel.load();
    }

    static EngineSpeechModel load(Path checkpoint) {
        Engine.prepare(0);
        return new EngineSpeechModel(checkpoint);
    }

    @Override
    public WhisperConfig config() {
        return (WhisperConfig) model.config();
    }

    @Override
    public TextTokenizer tokenizer() {
        return tokenizer;
    }

    @Override
    public int maxBatchSize() {
        return CAPACITY.maxBatchSize();
    }

    @Override
    public int maxCacheLength() {
        return CAPACITY.maxCacheLength();
    }

    @Override
    public CompletableFuture<GenerationResult> decode(GenerationJob job) {
        thread.execute(() -> {
            waiting.add(job);
            step();
        });
        return job.result();
    }

    @Override
    public CompletableFuture<Float> highestLogMel(AudioSource audio) {
        return compute(() -> model.highestLogMel(audio));
    }

    @Override
    public SpeechProbabilities newSpeechProbabilities() {
        return silero.newStream()::probabilities;
    }

    @Override
    public <T> CompletableFuture<T> compute(Supplier<T> program) {
        return CompletableFuture.supplyAsync(program, thread);
    }

    @Override
    public void close() {
        thread.execute(() -> {
            batch.close();
            silero.close();
            model.close();
        });
        thread.shutdown();
        tokenizer.close();
    }

    private void step() {
        while (!waiting.isEmpty() && batch.tryJoin(waiting.element())) {
            waiting.remove();
        }
        if (!batch.isEmpty()) {
            batch.step();
        }
        if (!batch.isEmpty()) {
            thread.execute(this::step);
        }
    }
}
