package io.cistern.cache;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.Optional;

/**
 * A cache whose keys and values are tensors, written and read in place by programs. Shapes, in the letters of the
 * programs under torchscript/: [layers, rows, N, L, D] with N heads, L positions and D head size. The positions are the
 * decoder's in self-attention and the encoder's in cross-attention.
 */
public abstract sealed class TensorCache implements EncoderDecoderCache permits StaticCache, DynamicCache {

    private final CacheShape shape;
    private final CacheCapacity capacity;
    private final RowPool selfRows;
    private final RowPool crossRows;
    private final NDManager scope;
    private NDArray selfKeys;
    private NDArray selfValues;
    private NDArray crossKeys;
    private NDArray crossValues;
    private long allocations;

    /** Allocates buffers of this many rows and positions in a scope of their own below {@code owner}. */
    TensorCache(
            NDManager owner,
            CacheShape shape,
            CacheCapacity capacity,
            long rows,
            long cacheLength,
            long encoderLength) {
        this.shape = shape;
        this.capacity = capacity;
        this.selfRows = new RowPool(capacity.maxBatchSize());
        this.crossRows = new RowPool(capacity.maxBatchSize());
        this.scope = owner.newSubManager();
        this.selfKeys = allocate(rows, cacheLength);
        this.selfValues = allocate(rows, cacheLength);
        this.crossKeys = allocate(rows, encoderLength);
        this.crossValues = allocate(rows, encoderLength);
    }

    public final NDArray selfKeys() {
        return selfKeys;
    }

    public final NDArray selfValues() {
        return selfValues;
    }

    public final NDArray crossKeys() {
        return crossKeys;
    }

    public final NDArray crossValues() {
        return crossValues;
    }

    /** Makes sure that {@code length} positions can be written to self-attention rows below {@code rows}. */
    public abstract void ensureSelf(int rows, int length);

    /** Makes sure that {@code length} positions can be written to cross-attention rows below {@code rows}. */
    public abstract void ensureCross(int rows, int length);

    @Override
    public final CacheCapacity capacity() {
        return capacity;
    }

    @Override
    public final int freeRows() {
        return selfRows.free();
    }

    @Override
    public final long allocations() {
        return allocations;
    }

    @Override
    public final long bytes() {
        long numbers = selfKeys.size() + selfValues.size() + crossKeys.size() + crossValues.size();
        return numbers * Float.BYTES;
    }

    @Override
    public final Optional<CacheLease> lease(int rows, int encoderLength) {
        capacity.requireBatchSize(rows);
        capacity.requireEncoderLength(encoderLength);
        if (selfRows.free() < rows || crossRows.free() < 1) {
            return Optional.empty();
        }
        return Optional.of(
                new RowLease(selfRows, selfRows.take(rows), crossRows, crossRows.take(1)[0], encoderLength));
    }

    /** Puts others in the place of the self-attention buffers. */
    final void replaceSelf(NDArray keys, NDArray values) {
        selfKeys = keys;
        selfValues = values;
    }

    /** Puts others in the place of the cross-attention buffers. */
    final void replaceCross(NDArray keys, NDArray values) {
        crossKeys = keys;
        crossValues = values;
    }

    final NDManager scope() {
        return scope;
    }

    final void countAllocation() {
        allocations++;
    }

    private NDArray allocate(long rows, long length) {
        countAllocation();
        return scope.zeros(new Shape(shape.layers(), rows, shape.heads(), length, shape.headSize()));
    }

    @Override
    public final void close() {
        scope.close();
    }
}
