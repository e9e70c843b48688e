package io.cistern.cache;

/**
 * What a model's architecture says about its caches.
 *
 * @param layers decoder layers
 * @param heads attention heads of a layer
 * @param headSize numbers of one head's key or value
 */
public record CacheShape(int layers, int heads, int headSize) {

    /** Returns the bytes of one token's keys and values in all layers, in 32-bit floats. */
    public long bytesPerToken() {
        return 2L * layers * heads * headSize * Float.BYTES;
    }

    /** Returns the bytes of self- and cross-attention memory that a capacity takes. */
    public long bytes(CacheCapacity capacity) {
        return bytesPerToken()
                * capacity.maxBatchSize()
                * ((long) capacity.maxCacheLength() + capacity.maxEncoderLength());
    }
}
