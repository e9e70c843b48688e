package io.cistern.cache;

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

    private static void requirePositive(String setting, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(setting + " is " + value + " and must be at least 1");
        }
    }
}
