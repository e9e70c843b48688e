package io.cistern.model.t5;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.cistern.cache.TensorCache;
import io.cistern.model.EncoderPlan;
import io.cistern.model.LayerPass;
import io.cistern.program.TensorProgram;

/** Encodes texts of any lengths together. */
final class T5Pass extends LayerPass {

    private final TensorProgram program;
    private final TensorCache cache;
    private final long[] tokenIds;
    private final long[] groups;
    private final long[] crossRows;

    T5Pass(NDManager owner, T5Config config, TensorProgram program, TensorCache cache, EncoderPlan plan) {
        super(owner, plan.tokenIds().length, config.encoderLayers(), config.decoderLayers());
        this.program = program;
        this.cache = cache;
        this.tokenIds = plan.tokenIds();
        this.groups = plan.groups();
        this.crossRows = plan.crossRows();
    }

    @Override
    protected NDArray embed(NDManager scope) {
        return program.compute(scope, "embed", tokenIds);
    }

    @Override
    protected NDArray encode(NDManager scope, NDArray hidden, int first, int end) {
        return program.compute(scope, "encode", hidden, groups, first, end);
    }

    @Override
    protected void project(NDArray hidden, int first, int end) {
        program.run("project", hidden, groups, crossRows, first, end, cache.crossKeys(), cache.crossValues());
    }
}
