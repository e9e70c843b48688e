package io.cistern.generation;

/**
 * The next tokens of one leased row.
 *
 * @param index index of the row in its job's lease
 * @param position position of the first token in the row
 */
record RowInput(int index, int position, int[] tokenIds) {

    /** Returns the position of the token that follows. */
    int nextPosition() {
        return position + tokenIds.length;
    }
}
