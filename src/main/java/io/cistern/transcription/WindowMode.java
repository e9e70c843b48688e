package io.cistern.transcription;

/** How a recording that is longer than a window of 30 s is read. */
public enum WindowMode {
    /** {@link #SEQUENTIAL} when a window is conditioned on the one before, else {@link #BATCHED}. */
    AUTO,
    /** Window after window; each begins where the last timestamp of the one before points to. */
    SEQUENTIAL,
    /** The recording is cut where nobody speaks, and the parts are decoded together. */
    BATCHED
}
