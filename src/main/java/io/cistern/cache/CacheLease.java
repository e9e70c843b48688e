package io.cistern.cache;

/** The rows that one input holds: one or more rows for its candidates, which all attend to one cross-attention row. */
public interface CacheLease extends AutoCloseable {

    /** Returns the self-attention row of candidate {@code index}. */
    int row(int index);

    /** Returns how many self-attention rows were leased. */
    int size();

    /** Returns the row of the cross-attention cache that all candidates share. */
    int crossRow();

    /** Returns the encoder positions in use in the cross-attention row. */
    int encoderLength();

    /** Gives back one candidate's self-attention row before the others; its memory is left as it is. */
    void release(int index);

    /** Gives back everything that is still held; costs nothing, since lengths are counters and buffers are not zeroed. */
    @Override
    void close();
}
