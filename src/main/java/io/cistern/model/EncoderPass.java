package io.cistern.model;

/**
 * An encoder pass that is computed piece by piece, so that decoder steps of other rows can run in between. When it is
 * complete, the cross-attention keys and values of its inputs stand in their rows.
 */
public interface EncoderPass extends AutoCloseable {

    /**
     * Computes the next piece: about a layer.
     *
     * @return whether there is another one
     */
    boolean advance();

    /** Gives up what has not been computed and frees what the pass holds. */
    @Override
    void close();
}
