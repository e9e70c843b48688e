package io.cistern.generation;

import io.cistern.cache.CacheCapacity;
import io.cistern.testing.PlainCache;
import java.util.BitSet;
import java.util.Random;

/**
 * Holds the tokens themselves where a real cache holds keys and values; what nobody holds is overwritten with noise. Rows
 * are leased in no order, so that an index of the lease is never taken for a row.
 */
final class HashedCache extends PlainCache {

    final int[][] tokens;
    final long[] inputs;
    final int[] encoderLengths;
    boolean closed;
    private final Random noise = new Random(7);

    HashedCache(CacheCapacity capacity) {
        super(capacity);
        this.tokens = new int[capacity.maxBatchSize()][capacity.maxCacheLength()];
        this.inputs = new long[capacity.maxBatchSize()];
        this.encoderLengths = new int[capacity.maxBatchSize()];
        for (int row = 0; row < capacity.maxBatchSize(); row++) {
            selfRowReleased(row);
        }
    }

    @Override
    protected int choose(BitSet inUse) {
        int row = noise.nextInt(capacity().maxBatchSize());
        while (inUse.get(row)) {
            row = (row + 1) % capacity().maxBatchSize();
        }
        return row;
    }

    @Override
    protected void selfRowReleased(int row) {
        for (int position = 0; position < tokens[row].length; position++) {
            tokens[row][position] = noise.nextInt();
        }
    }

    @Override
    protected void crossRowReleased(int row) {
        inputs[row] = noise.nextLong();
    }

    @Override
    public long allocations() {
        return 0;
    }

    @Override
    public long bytes() {
        return 0;
    }

    @Override
    public void close() {
        closed = true;
    }
}
