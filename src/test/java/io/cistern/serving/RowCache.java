package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** Rows without tensors, for {@link EchoModel}. */
final class RowCache implements EncoderDecoderCache {

    final AtomicBoolean closed = new AtomicBoolean();
    volatile Runnable onClose = () -> {};
    private final CacheCapacity capacity;
    private final BitSet used = new BitSet();
    private final Queue<Integer> freeCrossRows = new ArrayDeque<>();
    private final int[][] encoded;

    RowCache(CacheCapacity capacity) {
        this.capacity = capacity;
        this.encoded = new int[capacity.maxBatchSize()][];
        IntStream.range(0, capacity.maxBatchSize()).forEach(freeCrossRows::add);
    }

    void write(int crossRow, int[] tokenIds) {
        encoded[crossRow] = tokenIds.clone();
    }

    int[] read(int crossRow) {
        return encoded[crossRow];
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
        return freeRows() < rows ? Optional.empty() : Optional.of(new Lease(rows, encoderLength));
    }

    @Override
    public int freeRows() {
        return capacity.maxBatchSize() - used.cardinality();
    }

    @Override
    public long allocations() {
        return 1;
    }

    @Override
    public long bytes() {
        return 8L * capacity.maxBatchSize();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }

    private final class Lease implements CacheLease {

        private final int[] rows;
        private final int crossRow = freeCrossRows.remove();
        private final int encoderLength;
        private boolean open = true;

        Lease(int count, int encoderLength) {
            this.encoderLength = encoderLength;
            this.rows = IntStream.range(0, capacity.maxBatchSize())
                    .filter(row -> !used.get(row))
                    .limit(count)
                    .toArray();
            for (int row : rows) {
                used.set(row);
            }
        }

        @Override
        public int row(int index) {
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
            if (rows[index] >= 0) {
                used.clear(rows[index]);
                rows[index] = -1;
            }
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                IntStream.range(0, rows.length).forEach(this::release);
                freeCrossRows.add(crossRow);
            }
        }
    }
}
