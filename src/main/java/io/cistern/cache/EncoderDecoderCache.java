package io.cistern.cache;

import java.util.Optional;

/**
 * The self- and cross-attention keys and values of one model's decoder. Rows are leased to inputs and given back;
 * programs write and read them in place.
 *
 * <p>Not thread-safe: one decode thread owns a cache.
 */
public interface EncoderDecoderCache extends AutoCloseable {

    /** Returns the bounds that every lease stays inside. */
    CacheCapacity capacity();

    /**
     * Leases rows for one input, or returns nothing while too few are free.
     *
     * @param rows self-attention rows: beams or candidates of the input
     * @param encoderLength encoder positions of the input
     * @throws CacheCapacityExceededException if the request could never fit
     */
    Optional<CacheLease> lease(int rows, int encoderLength);

    /** Returns the self-attention rows that nobody holds. */
    int freeRows();

    /** Returns how many key/value buffers were allocated since this cache was made. */
    long allocations();

    /** Returns the bytes of the key/value buffers. */
    long bytes();

    @Override
    void close();
}
