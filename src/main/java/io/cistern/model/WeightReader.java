package io.cistern.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.Set;

/** Reads a checkpoint's tensors by name as 32-bit floats. */
public interface WeightReader {

    boolean has(String name);

    /** Returns a tensor of exactly this shape, owned by {@code scope}; fails naming file and tensor where there is none. */
    NDArray read(NDManager scope, String name, long... shape);

    /** Fails if the checkpoint has tensors that were neither read nor are in {@code ignored}. */
    void requireNoOthers(Set<String> ignored);
}
