package io.cistern.model;

/**
 * A window of a recording whose features were worked out before.
 *
 * @param logMel scaled log-mel energies [bands, frames of 10 ms]
 */
public record FeatureSource(float[] logMel) implements EncoderSource {}
