package io.cistern.model;

/**
 * One input to encode.
 *
 * @param tokenIds the input's tokens, end-of-sequence token included
 * @param crossRow the cross-attention row that receives its keys and values
 */
public record EncoderInput(int[] tokenIds, int crossRow) {}
