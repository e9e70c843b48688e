package io.cistern.testing;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/** What caches of {@link PlainModel}s have in common: rows that are leased and given back. */
public abstract class PlainCache implements EncoderDecoderCache {

    public final BitSet selfInUse = new BitSet();
    public final BitSet crossInUse = new BitSet();

    private final CacheCapacity capacity;

    protected PlainCache(CacheCapacity capacity) {
        this.capacity = capacity;
    }

    /** Returns a row that is free; there is one. */
    protected int choose(BitSet inUse) {
        return inUse.nextClearBit(0);
    }

    /** Nobody holds this self-attention row any more. */
    protected void selfRowReleased(int row) {}

    /** Nobody holds this cross-attention row any more. */
    protected void crossRowReleased(int row) {}

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

    private int take(BitSet inUse) {
        int row = choose(inUse);
        inUse.set(row);
        return row;
    }

    private final class Lease implements CacheLease {

        private static final int RELEASED = -1;

        private final int[] rows;
        private final int encoderLength;
        private int crossRow;

        Lease(int count, int encoderLength) {
            this.rows = IntStream.range(0, count).map(i -> take(selfInUse)).toArray();
            this.crossRow = take(crossInUse);
            this.encoderLength = encoderLength;
        }

        @Override
        public int row(int index) {
            return held(rows[index]);
        }

        @Override
        public int size() {
            return rows.length;
        }

        @Override
        public int crossRow() {
            return held(crossRow);
        }

        @Override
        public int encoderLength() {
            return encoderLength;
        }

        @Override
        public void release(int index) {
            if (rows[index] != RELEASED) {
                selfRowReleased(rows[index]);
                selfInUse.clear(rows[index]);
                rows[index] = RELEASED;
            }
        }

        @Override
        public void close() {
            IntStream.range(0, rows.length).forEach(this::release);
            if (crossRow != RELEASED) {
                crossRowReleased(crossRow);
                crossInUse.clear(crossRow);
                crossRow = RELEASED;
            }
        }

        private static int held(int row) {
            if (row == RELEASED) {
                throw new IllegalStateException("row was given back");
            }
            return row;
        }
    }
}
