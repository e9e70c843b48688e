package io.cistern.model;

/**
 * The next tokens of one row. Rows of one call may stand at different positions and attend to different encoder lengths.
 *
 * @param row the self-attention row
 * @param crossRow the cross-attention row to attend to; several rows may share one
 * @param encoderLength used positions of the cross-attention row
 * @param position position of the first of {@code tokenIds} in the row; everything before it was written by earlier calls
 * @param tokenIds one token, or several for a decoder prompt
 */
public record DecoderInput(int row, int crossRow, int encoderLength, int position, int[] tokenIds) {}
