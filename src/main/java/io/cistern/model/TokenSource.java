package io.cistern.model;

/**
 * A text.
 *
 * @param tokenIds its tokens, end-of-sequence token included
 */
public record TokenSource(int[] tokenIds) implements EncoderSource {}
