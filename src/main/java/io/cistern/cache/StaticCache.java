package io.cistern.cache;

import ai.djl.ndarray.NDManager;

/** The cache that serves: four buffers allocated once for the whole capacity, never resized, never cleared. */
public final class StaticCache extends TensorCache {

    /** Allocates the buffers below {@code owner}. */
    public StaticCache(NDManager owner, CacheShape shape, CacheCapacity capacity) {
        super(owner, shape, capacity, capacity.maxBatchSize(), capacity.maxCacheLength(), capacity.maxEncoderLength());
    }

    @Override
    public void ensureSelf(int rows, int length) {
        capacity().requireCacheLength(length);
    }

    @Override
    public void ensureCross(int rows, int length) {
        capacity().requireEncoderLength(length);
    }
}
