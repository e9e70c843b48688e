package io.cistern.serving;

/** Inputs that decode together from one cache, joining and leaving between steps. Used by one decode thread only. */
interface DecodeBatch extends AutoCloseable {

    /** Leases rows and returns true, or returns false while too few are free. */
    boolean join(DecodeEntry entry);

    /** Moves every input forward by one token and completes the results of those that end. */
    void step();

    boolean isEmpty();

    /** Gives all rows back and completes the results of all inputs with a failure. */
    void fail(RuntimeException cause);

    @Override
    void close();
}
