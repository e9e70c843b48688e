package io.cistern.checkpoint;

import java.util.Arrays;

/** Writes shapes into messages. */
final class Shapes {

    private static final int LONGEST_RANK = 16;

    private Shapes() {}

    static String describe(long... shape) {
        return shape.length <= LONGEST_RANK ? Arrays.toString(shape) : "with " + shape.length + " dimensions";
    }
}
