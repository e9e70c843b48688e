package io.cistern.model;

import io.cistern.program.TensorProgram;

/** Lets tests call a model's program. */
public final class Programs {

    private Programs() {}

    public static TensorProgram of(EncoderDecoderModel model) {
        return ((ProgramModel) model).program();
    }
}
