package io.cistern.cache;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;

/** The reference: buffers exactly as large as what was written, replaced by larger ones whenever something more is. */
public final class DynamicCache extends TensorCache {

    private static final CacheCapacity UNBOUNDED =
            new CacheCapacity(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    public DynamicCache(NDManager owner, CacheShape shape) {
        super(owner, shape, UNBOUNDED, 0, 0, 0);
    }

    @Override
    public void ensureSelf(int rows, int length) {
        replaceSelf(grown(selfKeys(), rows, length), grown(selfValues(), rows, length));
    }

    @Override
    public void ensureCross(int rows, int length) {
        replaceCross(grown(crossKeys(), rows, length), grown(crossValues(), rows, length));
    }

    private NDArray grown(NDArray buffer, int rows, int length) {
        Shape shape = buffer.getShape();
        if (shape.get(1) >= rows && shape.get(3) >= length) {
            return buffer;
        }
        long grownRows = Math.max(rows, shape.get(1));
        long grownLength = Math.max(length, shape.get(3));
        NDArray longer = extended(buffer, 3, grownLength);
        return extended(longer, 1, grownRows);
    }

    private NDArray extended(NDArray buffer, int axis, long size) {
        long[] missing = buffer.getShape().getShape().clone();
        missing[axis] = size - missing[axis];
        if (missing[axis] == 0) {
            return buffer;
        }
        try (buffer;
                NDArray zeros = scope().zeros(new Shape(missing))) {
            countAllocation();
            return buffer.concat(zeros, axis);
        }
    }
}
