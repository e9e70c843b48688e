package io.cistern.bench;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.t5.T5Family;
import io.cistern.program.Engine;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Whole generate calls on the calling thread, without queue and HTTP, from caches that are each allocated once. */
final class DirectGeneration implements AutoCloseable {

    private final EncoderDecoderModel model;
    private final TextTokenizer tokenizer;
    private final Map<CacheCapacity, DecodingBatch> batches = new HashMap<>();

    private DirectGeneration(EncoderDecoderModel model, TextTokenizer tokenizer) {
        this.model = model;
        this.tokenizer = tokenizer;
    }

    static DirectGeneration load(Path checkpoint, Precision precision, int threads) {
        Engine.prepare(threads);
        Engine.prepareThread();
        return new DirectGeneration(
                new ModelFamilies(new T5Family()).load(checkpoint, precision), TokenizerLoader.load(checkpoint));
    }

    EncoderDecoderModel model() {
        return model;
    }

    /** Returns the batch of a capacity, whose cache is allocated at the first call. */
    DecodingBatch batch(CacheCapacity capacity) {
        return batches.computeIfAbsent(capacity, c -> new DecodingBatch(model, model.allocateCache(c), tokenizer));
    }

    List<GenerationResult> generate(CacheCapacity capacity, List<int[]> inputs, GenerationConfig config) {
        DecodingBatch batch = batch(capacity);
        List<GenerationJob> jobs =
                inputs.stream().map(ids -> new GenerationJob(ids, config)).toList();
        Queue<GenerationJob> waiting = new ArrayDeque<>(jobs);
        while (!waiting.isEmpty() || !batch.isEmpty()) {
            while (!waiting.isEmpty() && batch.tryJoin(waiting.element())) {
                waiting.remove();
            }
            batch.step();
        }
        return jobs.stream().map(job -> job.result().join()).toList();
    }

    @Override
    public void close() {
        batches.values().forEach(DecodingBatch::close);
        tokenizer.close();
        model.close();
    }
}
