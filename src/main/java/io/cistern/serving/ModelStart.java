package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelConfig;
import io.cistern.model.Task;
import io.cistern.model.whisper.WhisperConfig;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.transcription.SpeechVocabulary;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The steps that bring a configured model to the point where it answers: load, check, allocate, start. */
class ModelStart {

    private static final Logger log = LoggerFactory.getLogger(ModelStart.class);

    private final CisternProperties properties;
    private final TranscriptionProperties transcription;
    private final ModelSource source;
    private final ModelFolders folders;
    private final AvailableMemory memory;
    private final StepObservers observers;
    private final ComputeLane lane;

    /** Makes the steps; {@code observers} gives the one that is told of a model's program calls. */
    ModelStart(
            CisternProperties properties,
            TranscriptionProperties transcription,
            ModelSource source,
            ModelFolders folders,
            AvailableMemory memory,
            StepObservers observers,
            ComputeLane lane) {
        this.properties = properties;
        this.transcription = transcription;
        this.source = source;
        this.folders = folders;
        this.memory = memory;
        this.observers = observers;
        this.lane = lane;
    }

    EncoderDecoderModel loadModel(ModelProperties model) {
        long start = System.nanoTime();
        EncoderDecoderModel loaded =
                naming(model, () -> lane.await(() -> source.loadModel(folders.find(model), model.precision())));
        log.info(
                "Loaded model '{}' ({}, {}) in {} ms",
                model.id(),
                loaded.config().modelType(),
                loaded.precision().setting(),
                Duration.ofNanos(System.nanoTime() - start).toMillis());
        return loaded;
    }

    TextTokenizer openTokenizer(ModelProperties model, EncoderDecoderModel loaded) {
        return naming(model, () -> {
            TextTokenizer tokenizer = source.openTokenizer(folders.find(model));
            requireSpeechTokens(loaded.config(), tokenizer);
            return tokenizer;
        });
    }

    /** Here, and not with the first recording, a speech model is told that nobody can prompt it. */
    private static void requireSpeechTokens(ModelConfig config, TextTokenizer tokenizer) {
        if (config instanceof WhisperConfig whisper) {
            SpeechVocabulary.of(whisper, tokenizer);
        }
    }

    /** Finds out whether the caches of all models fit in memory together, before the first is allocated. */
    CheckedCapacities checkCapacities(Map<ModelProperties, EncoderDecoderModel> models) {
        Map<String, CacheCapacity> capacities = new HashMap<>();
        long available = memory.bytes();
        for (Map.Entry<ModelProperties, EncoderDecoderModel> entry : models.entrySet()) {
            ModelProperties model = entry.getKey();
            CacheCapacity capacity = model.capacity().over(properties.capacity());
            long needed = entry.getValue().config().cacheShape().bytes(capacity);
            if (needed > available) {
                throw new InsufficientMemoryException(model.id(), capacity, settings(model), needed, available);
            }
            available -= needed;
            capacities.put(model.id(), capacity);
        }
        return new CheckedCapacities(capacities);
    }

    private CapacitySettings settings(ModelProperties model) {
        return new CapacitySettings(place(model), model.capacity());
    }

    EncoderDecoderCache allocateCache(ModelProperties model, EncoderDecoderModel loaded, CacheCapacity capacity) {
        EncoderDecoderCache cache = naming(model, () -> lane.await(() -> loaded.allocateCache(capacity)));
        log.info("Allocated {} for model '{}': {} bytes", capacity, model.id(), cache.bytes());
        return cache;
    }

    DecodeLoop startLoop(
            ModelProperties model, EncoderDecoderModel loaded, TextTokenizer tokenizer, EncoderDecoderCache cache) {
        return new DecodeLoop(
                model.id(),
                loaded,
                cache,
                tokenizer,
                properties.queueCapacity(),
                encoderShare(loaded.config().task()),
                lane,
                observers.of(model.id()));
    }

    /** Encoding a window takes as long as writing its text does, so windows only decode together if they are encoded first. */
    private double encoderShare(Task task) {
        return task == Task.SPEECH ? transcription.encoderShare() : properties.encoderShare();
    }

    /** A step that fails says of which model it was. */
    private <T> T naming(ModelProperties model, Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException ex) {
            throw new ModelStartFailedException(model.id(), place(model), ex);
        }
    }

    private int place(ModelProperties model) {
        return properties.models().indexOf(model);
    }
}
