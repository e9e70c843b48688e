package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.AudioSource;
import io.cistern.model.CrossAttention;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.EncoderSource;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import io.cistern.model.StepLogits;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** A model whose programs take turns with those of the other models, call by call, and are timed. */
final class LaneModel implements EncoderDecoderModel {

    private final EncoderDecoderModel model;
    private final ComputeLane lane;
    private final StepObserver observer;

    LaneModel(EncoderDecoderModel model, ComputeLane lane, StepObserver observer) {
        this.model = model;
        this.lane = lane;
        this.observer = observer;
    }

    @Override
    public int encoderLength(EncoderSource source) {
        return model.encoderLength(source);
    }

    @Override
    public EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        return new LanePass(model.startEncoding(cache, inputs));
    }

    @Override
    public CrossAttention crossAttention(EncoderDecoderCache cache, DecoderInput input) {
        return timed(StepObserver.Phase.DECODE, () -> model.crossAttention(cache, input));
    }

    @Override
    public float highestLogMel(AudioSource audio) {
        return timed(StepObserver.Phase.ENCODE, () -> model.highestLogMel(audio));
    }

    private final class LanePass implements EncoderPass {

        private final EncoderPass pass;

        LanePass(EncoderPass pass) {
            this.pass = pass;
        }

        @Override
        public boolean advance() {
            return timed(StepObserver.Phase.ENCODE, pass::advance);
        }

        @Override
        public void close() {
            pass.close();
        }
    }

    @Override
    public StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs) {
        return timed(StepObserver.Phase.DECODE, () -> model.decode(cache, inputs));
    }

    @Override
    public void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length) {
        lane.compute(() -> {
            model.copyRows(cache, from, to, length);
            return cache;
        });
    }

    private <T> T timed(StepObserver.Phase phase, Supplier<T> program) {
        return lane.compute(() -> {
            long start = System.nanoTime();
            T result = program.get();
            observer.computed(phase, Duration.ofNanos(System.nanoTime() - start));
            return result;
        });
    }

    @Override
    public ModelConfig config() {
        return model.config();
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        return model.allocateCache(capacity);
    }

    @Override
    public EncoderDecoderCache growingCache() {
        return model.growingCache();
    }

    @Override
    public Precision precision() {
        return model.precision();
    }

    @Override
    public int liveArrays() {
        return model.liveArrays();
    }

    @Override
    public void close() {
        model.close();
    }
}
