package io.cistern.testing;

import io.cistern.model.EncoderPass;

/** An encoder pass of a test model, computed in one piece. */
public record OnePiecePass(Runnable computation) implements EncoderPass {

    @Override
    public boolean advance() {
        computation.run();
        return false;
    }

    @Override
    public void close() {}
}
