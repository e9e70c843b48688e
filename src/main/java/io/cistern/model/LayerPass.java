package io.cistern.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import org.jspecify.annotations.Nullable;

/**
 * Encodes in pieces of some layers: first the encoder's, then the projections of the decoder's layers. What one piece
 * hands to the next is owned by the pass.
 */
public abstract class LayerPass implements EncoderPass {

    /** Tokens times layers of a piece: short enough to let decoder steps in between, long enough to be worth a call. */
    private static final int PIECE = 512;

    private final NDManager scope;
    private final int encoderLayers;
    private final int layers;
    private final int layersPerPiece;
    private int computed;
    private @Nullable NDArray hidden;

    /**
     * Makes a pass that has computed nothing yet.
     *
     * @param owner what the pass holds lives in a scope of its own below this one
     * @param tokens encoder positions of all inputs
     */
    protected LayerPass(NDManager owner, int tokens, int encoderLayers, int decoderLayers) {
        this.scope = owner.newSubManager();
        this.encoderLayers = encoderLayers;
        this.layers = encoderLayers + decoderLayers;
        this.layersPerPiece = Math.max(1, PIECE / tokens);
    }

    /** Returns what the first layer reads, owned by {@code scope}. */
    protected abstract NDArray embed(NDManager scope);

    /** Returns the output of the encoder layers from first to before end, owned by {@code scope}. */
    protected abstract NDArray encode(NDManager scope, NDArray hidden, int first, int end);

    /** Writes the cross-attention keys and values of the decoder layers from first to before end. */
    protected abstract void project(NDArray hidden, int first, int end);

    @Override
    public final boolean advance() {
        int end = Math.min(computed + layersPerPiece, layers);
        NDArray output = hidden == null ? embed(scope) : hidden;
        if (computed < encoderLayers) {
            output = replaced(output, encode(scope, output, computed, Math.min(end, encoderLayers)));
        }
        if (end > encoderLayers) {
            project(output, Math.max(0, computed - encoderLayers), end - encoderLayers);
        }
        hidden = output;
        computed = end;
        return computed < layers;
    }

    private static NDArray replaced(NDArray old, NDArray output) {
        old.close();
        return output;
    }

    @Override
    public final void close() {
        scope.close();
    }
}
