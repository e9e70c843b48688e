package io.cistern.testing;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.EncoderSource;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import io.cistern.model.StepLogits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A model that remembers what it was called with. */
public final class RecordingModel implements EncoderDecoderModel {

    private final EncoderDecoderModel recorded;
    private final List<String> calls = new ArrayList<>();
    private final List<int[]> copiedRows = new ArrayList<>();

    public RecordingModel(EncoderDecoderModel recorded) {
        this.recorded = recorded;
    }

    /** Returns the model behind, whose calls are not remembered. */
    public EncoderDecoderModel recorded() {
        return recorded;
    }

    /** Returns what every call computed on, in words that are equal when the work is. */
    public List<String> calls() {
        return calls;
    }

    /** Returns the rows that each {@link #copyRows} read and wrote. */
    public List<int[]> copiedRows() {
        return copiedRows;
    }

    public void forget() {
        calls.clear();
        copiedRows.clear();
    }

    @Override
    public ModelConfig config() {
        return recorded.config();
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        return recorded.allocateCache(capacity);
    }

    @Override
    public EncoderDecoderCache growingCache() {
        return recorded.growingCache();
    }

    @Override
    public int encoderLength(EncoderSource source) {
        return recorded.encoderLength(source);
    }

    @Override
    public boolean encodesTogether() {
        return recorded.encodesTogether();
    }

    @Override
    public EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        inputs.forEach(
                input -> calls.add("encode %s to %d".formatted(Arrays.toString(input.tokenIds()), input.crossRow())));
        return recorded.startEncoding(cache, inputs);
    }

    @Override
    public StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs) {
        inputs.forEach(input -> calls.add("decode %s in %d at %d with %d of %d"
                .formatted(
                        Arrays.toString(input.tokenIds()),
                        input.row(),
                        input.position(),
                        input.encoderLength(),
                        input.crossRow())));
        return recorded.decode(cache, inputs);
    }

    @Override
    public void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length) {
        calls.add("copy %d of %s to %s".formatted(length, Arrays.toString(from), Arrays.toString(to)));
        copiedRows.add(from);
        copiedRows.add(to);
        recorded.copyRows(cache, from, to, length);
    }

    @Override
    public Precision precision() {
        return recorded.precision();
    }

    @Override
    public int liveArrays() {
        return recorded.liveArrays();
    }

    @Override
    public void close() {
        recorded.close();
    }
}
