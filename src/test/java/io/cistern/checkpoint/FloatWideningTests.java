package io.cistern.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.IntBuffer;
import java.nio.ShortBuffer;
import org.junit.jupiter.api.Test;

class FloatWideningTests {

    private static final int PATTERNS = 1 << 16;

    @Test
    void everyHalfPatternKeepsItsValue() {
        IntBuffer widened = IntBuffer.allocate(PATTERNS);
        FloatWidening.widenHalf(allPatterns(), widened);
        for (int pattern = 0; pattern < PATTERNS; pattern++) {
            assertSameFloat(pattern, Float.intBitsToFloat(widened.get(pattern)), value(pattern, 5, 10));
        }
    }

    @Test
    void everyBrainPatternKeepsItsValue() {
        IntBuffer widened = IntBuffer.allocate(PATTERNS);
        FloatWidening.widenBrain(allPatterns(), widened);
        for (int pattern = 0; pattern < PATTERNS; pattern++) {
            assertSameFloat(pattern, Float.intBitsToFloat(widened.get(pattern)), value(pattern, 8, 7));
        }
    }

    @Test
    void halfNotANumberKeepsItsPayload() {
        assertThat(FloatWidening.halfToFloatBits((short) 0x7e01)).isEqualTo(0x7fc02000);
        assertThat(FloatWidening.halfToFloatBits((short) 0xfd55)).isEqualTo(0xffaaa000);
    }

    private static ShortBuffer allPatterns() {
        ShortBuffer patterns = ShortBuffer.allocate(PATTERNS);
        for (int pattern = 0; pattern < PATTERNS; pattern++) {
            patterns.put((short) pattern);
        }
        return patterns.flip();
    }

    /** The definition of an IEEE 754 interchange format, in double arithmetic, for any widths of its fields. */
    private static double value(int pattern, int exponentBits, int fractionBits) {
        int bias = (1 << (exponentBits - 1)) - 1;
        int largest = (1 << exponentBits) - 1;
        int exponent = (pattern >> fractionBits) & largest;
        double fraction = Math.scalb((double) (pattern & ((1 << fractionBits) - 1)), -fractionBits);
        double sign = pattern < 0x8000 ? 1 : -1;
        if (exponent == largest) {
            return fraction == 0 ? sign * Double.POSITIVE_INFINITY : Double.NaN;
        }
        return sign * (exponent == 0 ? Math.scalb(fraction, 1 - bias) : Math.scalb(1 + fraction, exponent - bias));
    }

    private static void assertSameFloat(int pattern, float actual, double expected) {
        // Compared as doubles: -0.0 differs from 0.0, NaN equals NaN.
        assertThat(Double.compare(actual, expected))
                .as("pattern %04x: %s, expected %s", pattern, actual, expected)
                .isZero();
    }
}
