package io.cistern.testing;

import io.cistern.model.EncoderPass;

/** An encoder pass of a test model in several pieces, the last of which computes everything. */
public final class PiecewisePass implements EncoderPass {

    private final Runnable computation;
    private final Runnable afterClose;
    private int left;

    public PiecewisePass(int pieces, Runnable computation, Runnable afterClose) {
        this.left = pieces;
        this.computation = computation;
        this.afterClose = afterClose;
    }

    @Override
    public boolean advance() {
        left--;
        if (left == 0) {
            computation.run();
        }
        return left > 0;
    }

    @Override
    public void close() {
        afterClose.run();
    }
}
