package io.cistern.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.DynamicCache;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.cache.StaticCache;
import io.cistern.cache.TensorCache;
import io.cistern.program.TensorProgram;
import java.util.Arrays;
import java.util.List;

/** What the models of all families share: a program that decodes from tensor caches, and the scope that owns its arrays. */
public abstract class ProgramModel implements EncoderDecoderModel {

    private final Precision precision;
    private final NDManager owner;
    private final TensorProgram program;

    /** Takes over the program and its owner. */
    protected ProgramModel(Precision precision, NDManager owner, TensorProgram program) {
        this.precision = precision;
        this.owner = owner;
        this.program = program;
    }

    /** Makes sure that decoder rows of this length can be computed. */
    protected abstract void requirePositions(int length);

    protected final NDManager owner() {
        return owner;
    }

    protected final TensorProgram program() {
        return program;
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        return new StaticCache(owner, config().cacheShape(), capacity);
    }

    @Override
    public final EncoderDecoderCache growingCache() {
        return new DynamicCache(owner, config().cacheShape());
    }

    @Override
    public final StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs) {
        DecoderPlan plan = new DecoderPlan(inputs);
        TensorCache tensors = tensors(cache);
        tensors.ensureSelf(plan.rows(), plan.length());
        requirePositions(plan.length());
        NDManager step = owner.newSubManager();
        try {
            NDArray[] result = program.computeAll(
                    step,
                    "decode",
                    plan.tokenIds(),
                    plan.selfGroups(),
                    plan.crossGroups(),
                    plan.lastTokens(),
                    tensors.selfKeys(),
                    tensors.selfValues(),
                    tensors.crossKeys(),
                    tensors.crossValues());
            return new ProgramLogits(step, result[0], result[1], plan.places());
        } catch (RuntimeException ex) {
            step.close();
            throw ex;
        }
    }

    @Override
    public final void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length) {
        TensorCache tensors = tensors(cache);
        tensors.ensureSelf(Arrays.stream(to).max().orElse(-1) + 1, length);
        program.run("copy_rows", longs(from), longs(to), length, tensors.selfKeys(), tensors.selfValues());
    }

    @Override
    public final Precision precision() {
        return precision;
    }

    @Override
    public final int liveArrays() {
        return owner.getManagedArrays().size();
    }

    @Override
    public final void close() {
        program.close();
        owner.close();
    }

    protected static TensorCache tensors(EncoderDecoderCache cache) {
        if (cache instanceof TensorCache tensors) {
            return tensors;
        }
        throw new IllegalArgumentException("a cache that this model did not make: " + cache.getClass());
    }

    private static long[] longs(int[] numbers) {
        return Arrays.stream(numbers).asLongStream().toArray();
    }
}
