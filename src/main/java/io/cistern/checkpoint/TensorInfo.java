package io.cistern.checkpoint;

/**
 * One tensor as a safetensors header describes it.
 *
 * @param name the tensor's name in the file
 * @param type the format of its elements
 * @param shape the sizes of its dimensions, outermost first; empty for a scalar
 * @param begin first byte, counted from the end of the header
 * @param end byte after the last, counted from the end of the header
 */
public record TensorInfo(String name, ElementType type, long[] shape, long begin, long end) {

    public TensorInfo {
        shape = shape.clone();
    }

    @Override
    public long[] shape() {
        return shape.clone();
    }

    /** Returns the number of elements. */
    public long elements() {
        return bytes() * Byte.SIZE / type.bits();
    }

    /** Returns the bytes the tensor takes in its file. */
    public long bytes() {
        return end - begin;
    }
}
