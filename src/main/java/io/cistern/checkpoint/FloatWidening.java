package io.cistern.checkpoint;

import java.nio.IntBuffer;
import java.nio.ShortBuffer;

/** Turns 16-bit floats into the bits of 32-bit floats of the same value; nothing is rounded, NaN keeps its payload. */
final class FloatWidening {

    private static final int SIGN = 0x8000;
    private static final int EXPONENT = 0x7c00;
    private static final int FRACTION = 0x03ff;

    /** What turns a binary16 exponent into a binary32 one: their biases are 15 and 127. */
    private static final int BIAS_DIFFERENCE = 127 - 15;

    private FloatWidening() {}

    static void widenHalf(ShortBuffer source, IntBuffer target) {
        while (source.hasRemaining()) {
            target.put(halfToFloatBits(source.get()));
        }
    }

    /** A bfloat16 is the upper half of a binary32. */
    static void widenBrain(ShortBuffer source, IntBuffer target) {
        while (source.hasRemaining()) {
            target.put(source.get() << 16);
        }
    }

    /** Formula: IEEE 754-2019, section 3.4, binary16 (5 exponent and 10 fraction bits) to binary32 (8 and 23). */
    static int halfToFloatBits(short half) {
        int sign = (half & SIGN) << 16;
        int exponent = (half & EXPONENT) >> 10;
        int fraction = half & FRACTION;
        if (exponent == 0) {
            // Zero or subnormal: fraction * 2^-24, which binary32 holds as a normal number.
            return sign | Float.floatToRawIntBits(fraction * 0x1p-24f);
        }
        int wideExponent = exponent == 31 ? 255 : exponent + BIAS_DIFFERENCE;
        return sign | wideExponent << 23 | fraction << 13;
    }
}
