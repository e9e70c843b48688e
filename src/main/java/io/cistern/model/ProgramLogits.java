package io.cistern.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Logits [rows, V] and log-sum-exp [rows] of a decoder call, read from the native arrays without a copy of the whole. */
public final class ProgramLogits implements StepLogits {

    private final NDManager scope;
    private final FloatBuffer logits;
    private final float[] logSumExp;
    private final int vocabularySize;
    private final int[] places;

    /**
     * Takes over {@code scope}, which owns the two arrays.
     *
     * @param places the row in the arrays of each input
     */
    public ProgramLogits(NDManager scope, NDArray logits, NDArray logSumExp, int[] places) {
        this.scope = scope;
        this.vocabularySize = (int) logits.getShape().get(1);
        this.logits = ((PtNDArray) logits)
                .toByteBuffer(true)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
        this.logSumExp = logSumExp.toFloatArray();
        this.places = places;
    }

    @Override
    public void copyTo(int index, float[] target) {
        logits.get(places[index] * vocabularySize, target, 0, vocabularySize);
    }

    @Override
    public float logSumExp(int index) {
        return logSumExp[places[index]];
    }

    @Override
    public void close() {
        scope.close();
    }
}
