package io.cistern.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import io.cistern.checkpoint.CheckpointWeights;
import io.cistern.checkpoint.WeightSelection;
import java.util.Set;

/** Reads the tensors of a checkpoint folder; arrays of 32-bit floats are views of the mapped file. */
final class CheckpointWeightReader implements WeightReader {

    private final WeightSelection selection;

    CheckpointWeightReader(CheckpointWeights weights) {
        this.selection = new WeightSelection(weights);
    }

    @Override
    public boolean has(String name) {
        return selection.contains(name);
    }

    @Override
    public NDArray read(NDManager scope, String name, long... shape) {
        return scope.create(selection.floats(name, shape), new Shape(shape), DataType.FLOAT32);
    }

    @Override
    public void requireNoOthers(Set<String> ignored) {
        selection.requireNoOthers(ignored);
    }
}
