package io.cistern.model;

/** How a model's linear layers compute. */
public enum Precision {
    /** 32-bit floats: token for token what Transformers gives. */
    FP32,
    /** 8-bit integer weights per output channel and activations per row: faster, less memory, slightly different results. */
    INT8,
    /** INT8 where a probe shows that this CPU multiplies 8-bit integers exactly, else FP32. */
    AUTO
}
