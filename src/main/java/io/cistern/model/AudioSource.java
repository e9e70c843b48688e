package io.cistern.model;

/**
 * A window of a recording.
 *
 * @param samples mono samples between -1 and 1 at 16 kHz; what is missing to a whole window is silence
 */
public record AudioSource(float[] samples) implements EncoderSource {}
