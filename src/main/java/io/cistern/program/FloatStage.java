package io.cistern.program;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where floats lie while the engine reads them. Arrays that are made of Java's leave a buffer outside the heap behind,
 * until the garbage collector finds it; this one is used again and again.
 *
 * <p>Not thread-safe, and an array must be closed before the next is made.
 */
public final class FloatStage {

    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

    /** Returns an array of these values, owned by {@code scope}. */
    public NDArray array(NDManager scope, float[] values, Shape shape) {
        int bytes = Math.multiplyExact(values.length, Float.BYTES);
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        }
        buffer.clear().limit(bytes);
        buffer.asFloatBuffer().put(values);
        return scope.create(buffer, shape, DataType.FLOAT32);
    }
}
