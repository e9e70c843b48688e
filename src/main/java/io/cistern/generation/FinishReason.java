package io.cistern.generation;

/** Why a sequence ended. */
public enum FinishReason {
    /** The token limit was reached. */
    LENGTH,
    /** The model produced an end-of-sequence token. */
    EOS_TOKEN,
    /** The text reached a stop string. */
    STOP_SEQUENCE
}
