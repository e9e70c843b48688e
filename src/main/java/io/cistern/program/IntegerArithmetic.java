package io.cistern.program;

/** What the engine can do with 8-bit integers on a CPU. */
public enum IntegerArithmetic {
    /** 8-bit activations times 8-bit weights are exact. */
    EXACT,
    /** Sums of pairs saturate at 16 bits, so activations are kept to 7 bits. */
    SATURATING,
    /** The engine has no 8-bit kernels for this CPU. */
    NONE;

    /** Returns the quantisation steps of an activation on each side of zero. */
    public int levels() {
        return this == EXACT ? 127 : 63;
    }
}
