package io.cistern.cache;

/** Rows taken from the pools of a cache. */
final class RowLease implements CacheLease {

    private static final int RELEASED = -1;

    private final RowPool selfRows;
    private final int[] rows;
    private final RowPool crossRows;
    private int crossRow;
    private final int encoderLength;

    RowLease(RowPool selfRows, int[] rows, RowPool crossRows, int crossRow, int encoderLength) {
        this.selfRows = selfRows;
        this.rows = rows;
        this.crossRows = crossRows;
        this.crossRow = crossRow;
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
            selfRows.release(rows[index]);
            rows[index] = RELEASED;
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < rows.length; i++) {
            release(i);
        }
        if (crossRow != RELEASED) {
            crossRows.release(crossRow);
            crossRow = RELEASED;
        }
    }

    private static int held(int row) {
        if (row == RELEASED) {
            throw new IllegalStateException("the cache row was given back");
        }
        return row;
    }
}
