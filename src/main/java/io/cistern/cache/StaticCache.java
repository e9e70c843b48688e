package io.cistern.cache;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;

/** The cache that serves: four buffers allocated once for the whole capacity, never resized, never cleared. */
public final class StaticCache extends TensorCache {

    private final NDManager scope;
    private final NDArray selfKeys;
    private final NDArray selfValues;
    private final NDArray crossKeys;
    private final NDArray crossValues;

    /** Allocates the buffers in a scope of their own below {@code owner}. */
    public StaticCache(NDManager owner, CacheShape shape, CacheCapacity capacity) {
        super(shape, capacity);
        this.scope = owner.newSubManager();
        this.selfKeys = allocate(scope, capacity.maxBatchSize(), capacity.maxCacheLength());
        this.selfValues = allocate(scope, capacity.maxBatchSize(), capacity.maxCacheLength());
        this.crossKeys = allocate(scope, capacity.maxBatchSize(), capacity.maxEncoderLength());
        this.crossValues = allocate(scope, capacity.maxBatchSize(), capacity.maxEncoderLength());
    }

    @Override
    public NDArray selfKeys() {
        return selfKeys;
    }

    @Override
    public NDArray selfValues() {
        return selfValues;
    }

    @Override
    public NDArray crossKeys() {
        return crossKeys;
    }

    @Override
    public NDArray crossValues() {
        return crossValues;
    }

    @Override
    public void ensureSelf(int rows, int length) {
        capacity().requireCacheLength(length);
    }

    @Override
    public void ensureCross(int rows, int length) {
        capacity().requireEncoderLength(length);
    }

    @Override
    public void close() {
        scope.close();
    }
}
