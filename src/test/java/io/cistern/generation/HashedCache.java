package io.cistern.generation;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import java.util.BitSet;
import java.util.Optional;
import java.util.Random;

/** Holds the tokens themselves where a real cache holds keys and values; what nobody holds is overwritten with noise. */
final class HashedCache implements EncoderDecoderCache {

    final int[][] tokens;
    final long[] inputs;
    final int[] encoderLengths;
    final BitSet selfInUse = new BitSet();
    final BitSet crossInUse = new BitSet();
    boolean closed;
    private final CacheCapacity capacity;
    private final Random noise = new Random(7);

    HashedCache(CacheCapacity capacity) {
        this.capacity = capacity;
        this.tokens = new int[capacity.maxBatchSize()][capacity.maxCacheLength()];
        this.inputs = new long[capacity.maxBatchSize()];
        this.encoderLengths = new int[capacity.maxBatchSize()];
        for (int row = 0; row < capacity.maxBatchSize(); row++) {
            spoil(row);
        }
    }

    @Override
    public CacheCapacity capacity() {
        return capacity;
    }

    @Override
    public Optional<CacheLease> lease(int rows, int encoderLength) {
        if (rows > capacity.maxBatchSize()) {
            throw new CacheCapacityExceededException(Bound.BATCH_SIZE, rows, capacity.maxBatchSize());
        }
        return rows > freeRows() ? Optional.empty() : Optional.of(new Lease(rows, encoderLength));
    }

    @Override
    public int freeRows() {
        return capacity.maxBatchSize() - selfInUse.cardinality();
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

    private void spoil(int row) {
        for (int position = 0; position < tokens[row].length; position++) {
            tokens[row][position] = noise.nextInt();
        }
    }

    private int take(BitSet inUse) {
        int row = noise.nextInt(capacity.maxBatchSize());
        while (inUse.get(row)) {
            row = (row + 1) % capacity.maxBatchSize();
        }
        inUse.set(row);
        return row;
    }

    /** Rows in no order, so that an index of the lease is never taken for a row. */
    private final class Lease implements CacheLease {

        private final int[] rows;
        private final boolean[] released;
        private final int crossRow;
        private final int encoderLength;
        private boolean closed;

        Lease(int count, int encoderLength) {
            this.rows = new int[count];
            for (int i = 0; i < count; i++) {
                rows[i] = take(selfInUse);
            }
            this.released = new boolean[count];
            this.crossRow = take(crossInUse);
            this.encoderLength = encoderLength;
        }

        @Override
        public int row(int index) {
            if (released[index]) {
                throw new IllegalStateException("row was given back");
            }
            return rows[index];
        }

        @Override
        public int size() {
            return rows.length;
        }

        @Override
        public int crossRow() {
            return crossRow;
        }

        @Override
        public int encoderLength() {
            return encoderLength;
        }

        @Override
        public void release(int index) {
            if (!released[index]) {
                released[index] = true;
                spoil(rows[index]);
                selfInUse.clear(rows[index]);
            }
        }

        @Override
        public void close() {
            for (int i = 0; i < rows.length; i++) {
                release(i);
            }
            if (!closed) {
                closed = true;
                inputs[crossRow] = noise.nextLong();
                crossInUse.clear(crossRow);
            }
        }
    }
}
