package io.cistern.checkpoint;

import java.util.Arrays;
import java.util.Optional;

/** The number formats that safetensors knows, by their names in a file's header; only some can be read as floats. */
public enum ElementType {
    F4(4),
    F6_E2M3(6),
    F6_E3M2(6),
    BOOL(8),
    U8(8),
    I8(8),
    F8_E5M2(8),
    F8_E4M3(8),
    F8_E8M0(8),
    I16(16),
    U16(16),
    F16(16),
    BF16(16),
    I32(32),
    U32(32),
    F32(32),
    C64(64),
    F64(64),
    I64(64),
    U64(64);

    private final int bits;

    ElementType(int bits) {
        this.bits = bits;
    }

    /** Returns the bits of one element. */
    public int bits() {
        return bits;
    }

    static Optional<ElementType> named(String name) {
        return Arrays.stream(values()).filter(type -> type.name().equals(name)).findFirst();
    }
}
