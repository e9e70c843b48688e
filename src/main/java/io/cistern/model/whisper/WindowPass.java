package io.cistern.model.whisper;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.cistern.cache.TensorCache;
import io.cistern.model.EncoderInput;
import io.cistern.model.LayerPass;
import io.cistern.program.TensorProgram;

/** Encodes one window: its features and convolutions are part of the first piece. */
final class WindowPass extends LayerPass {

    private final TensorProgram program;
    private final LogMel logMel;
    private final TensorCache cache;
    private final EncoderInput input;

    WindowPass(
            NDManager owner,
            WhisperConfig config,
            TensorProgram program,
            LogMel logMel,
            TensorCache cache,
            EncoderInput input) {
        super(owner, config.sourcePositions(), config.encoderLayers(), config.decoderLayers());
        this.program = program;
        this.logMel = logMel;
        this.cache = cache;
        this.input = input;
    }

    @Override
    protected NDArray embed(NDManager scope) {
        try (NDArray features = logMel.window(scope, input.source())) {
            return program.compute(scope, "embed", features);
        }
    }

    @Override
    protected NDArray encode(NDManager scope, NDArray hidden, int first, int end) {
        return program.compute(scope, "encode", hidden, first, end);
    }

    @Override
    protected void project(NDArray hidden, int first, int end) {
        program.run("project", hidden, input.crossRow(), first, end, cache.crossKeys(), cache.crossValues());
    }
}
