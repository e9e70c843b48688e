package io.cistern.cache;

import io.cistern.cache.CacheCapacityExceededException.Bound;

/**
 * Upper bounds of a model's key/value memory, fixed at start-up; every request must fit inside them.
 *
 * @param maxBatchSize rows that can decode at the same time; a beam or a sampled candidate takes one row
 * @param maxCacheLength tokens that one row can hold: decoder prompt plus new tokens
 * @param maxEncoderLength tokens (T5) or audio positions (Whisper) of one encoder input
 */
public record CacheCapacity(int maxBatchSize, int maxCacheLength, int maxEncoderLength) {

    public CacheCapacity {
        requirePositive("max-batch-size", maxBatchSize);
        requirePositive("max-cache-length", maxCacheLength);
        requirePositive("max-encoder-length", maxEncoderLength);
    }

    /** Fails if this many rows can never decode together. */
    public void requireBatchSize(long rows) {
        requireFits(Bound.BATCH_SIZE, rows, maxBatchSize);
    }

    /** Fails if a row can never hold this many tokens. */
    public void requireCacheLength(long tokens) {
        requireFits(Bound.CACHE_LENGTH, tokens, maxCacheLength);
    }

    /** Fails if an input can never be this long. */
    public void requireEncoderLength(long length) {
        requireFits(Bound.ENCODER_LENGTH, length, maxEncoderLength);
    }

    private static void requireFits(Bound bound, long requested, int available) {
        if (requested > available) {
            throw new CacheCapacityExceededException(bound, (int) Math.min(requested, Integer.MAX_VALUE), available);
        }
    }

    private static void requirePositive(String setting, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(setting + " is " + value + " and must be at least 1");
        }
    }
}
