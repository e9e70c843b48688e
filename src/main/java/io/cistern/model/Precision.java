package io.cistern.model;

import java.util.Locale;

/** How a model's linear layers compute. */
public enum Precision {
    /** 32-bit floats: token for token what Transformers gives. */
    FP32,
    /** 8-bit integer weights per output channel and activations per row: faster, less memory, slightly different results. */
    INT8,
    /**
     * 16-bit brain floats in the encoder of an audio model, 32-bit floats elsewhere: fast where the CPU multiplies them in
     * hardware.
     */
    BF16,
    /** BF16 in the encoder and INT8 in the decoder of an audio model. */
    BF16_INT8,
    /**
     * INT8 where a probe shows that this CPU multiplies 8-bit integers exactly, with BF16 in an audio model's encoder where
     * one shows that it is clearly faster; else FP32.
     */
    AUTO;

    /** Returns its name in the settings, such as {@code bf16-int8}. */
    public String setting() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns how the encoder of an audio model computes. */
    public Precision ofEncoder() {
        return this == BF16_INT8 ? BF16 : this;
    }

    /** Returns how the decoder computes. */
    public Precision ofDecoder() {
        return switch (this) {
            case BF16 -> FP32;
            case BF16_INT8 -> INT8;
            default -> this;
        };
    }
}
