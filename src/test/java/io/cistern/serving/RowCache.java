package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.testing.PlainCache;
import java.util.concurrent.atomic.AtomicBoolean;

/** Rows without tensors, for {@link EchoModel}. */
final class RowCache extends PlainCache {

    final AtomicBoolean closed = new AtomicBoolean();
    volatile Runnable onClose = () -> {};
    private final int[][] encoded;

    RowCache(CacheCapacity capacity) {
        super(capacity);
        this.encoded = new int[capacity.maxBatchSize()][];
    }

    void write(int crossRow, int[] tokenIds) {
        encoded[crossRow] = tokenIds.clone();
    }

    int[] read(int crossRow) {
        return encoded[crossRow];
    }

    @Override
    public long allocations() {
        return 1;
    }

    @Override
    public long bytes() {
        return 8L * capacity().maxBatchSize();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            onClose.run();
        }
    }
}
