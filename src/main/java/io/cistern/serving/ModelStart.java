package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.tokenization.TextTokenizer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps that bring a configured model to the point where it answers: load, check, allocate, start, try out. */
class ModelStart {

    private static final Logger log = LoggerFactory.getLogger(ModelStart.class);

    private final CisternProperties properties;
    private final ModelSource source;
    private final ModelFolders folders;
    private final AvailableMemory memory;
    private final StepObservers observers;
    private final ComputeLane lane = new ComputeLane();

    /** Makes the steps; {@code observers} gives the one that is told of a model's program calls. */
    ModelStart(
            CisternProperties properties,
            ModelSource source,
            ModelFolders folders,
            AvailableMemory memory,
            StepObservers observers) {
        this.properties = properties;
        this.source = source;
        this.folders = folders;
        this.memory = memory;
        this.observers = observers;
    }

    EncoderDecoderModel loadModel(ModelProperties model) {
        long start = System.nanoTime();
        EncoderDecoderModel loaded = source.loadModel(folders.find(model), model.precision());
        log.info(
                "Loaded model '{}' ({}, {}) in {} ms",
                model.id(),
                loaded.config().modelType(),
                loaded.precision(),
                Duration.ofNanos(System.nanoTime() - start).toMillis());
        return new LaneModel(loaded, lane, observers.of(model.id()));
    }

    TextTokenizer openTokenizer(ModelProperties model) {
        return source.openTokenizer(folders.find(model));
    }

    EncoderDecoderCache allocateCache(ModelProperties model, EncoderDecoderModel loaded) {
        CacheCapacity capacity = model.capacity().over(properties.capacity());
        requireMemory(model, capacity, loaded.config().cacheShape().bytes(capacity));
        EncoderDecoderCache cache = loaded.allocateCache(capacity);
        log.info("Allocated {} for model '{}': {} bytes", capacity, model.id(), cache.bytes());
        return cache;
    }

    DecodeLoop startLoop(
            ModelProperties model, EncoderDecoderModel loaded, TextTokenizer tokenizer, EncoderDecoderCache cache) {
        DecodeLoop loop =
                new DecodeLoop(model.id(), loaded, cache, tokenizer, properties.queueCapacity(), source::prepareThread);
        try {
            new SelfCheck(loop, tokenizer).run(cache.capacity());
            return loop;
        } catch (RuntimeException ex) {
            loop.close();
            throw ex;
        }
    }

    private void requireMemory(ModelProperties model, CacheCapacity capacity, long needed) {
        long available = memory.bytes();
        if (needed > available) {
            throw new InsufficientMemoryException(model.id(), capacity, needed, available);
        }
    }
}
