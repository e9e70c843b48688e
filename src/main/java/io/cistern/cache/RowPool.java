package io.cistern.cache;

import java.util.BitSet;
import java.util.stream.IntStream;

/** The rows of a cache that are free; neighbours are handed out together where that is possible, lowest first. */
final class RowPool {

    private final BitSet used = new BitSet();
    private final int size;

    RowPool(int size) {
        this.size = size;
    }

    int free() {
        return size - used.cardinality();
    }

    /** Takes {@code count} rows; the caller has checked that they are free. */
    int[] take(int count) {
        int first = firstGap(count);
        int[] rows = first >= 0
                ? IntStream.range(first, first + count).toArray()
                : IntStream.iterate(used.nextClearBit(0), row -> used.nextClearBit(row + 1))
                        .limit(count)
                        .toArray();
        for (int row : rows) {
            used.set(row);
        }
        return rows;
    }

    void release(int row) {
        used.clear(row);
    }

    private int firstGap(int count) {
        for (int start = used.nextClearBit(0); start <= size - count; ) {
            int end = used.nextSetBit(start);
            if (end < 0 || end - start >= count) {
                return start;
            }
            start = used.nextClearBit(end);
        }
        return -1;
    }
}
