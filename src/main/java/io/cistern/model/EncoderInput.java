package io.cistern.model;

/**
 * One input to encode.
 *
 * @param source what the encoder reads
 * @param crossRow the cross-attention row that receives its keys and values
 */
public record EncoderInput(EncoderSource source, int crossRow) {

    public EncoderInput(int[] tokenIds, int crossRow) {
        this(new TokenSource(tokenIds), crossRow);
    }

    /** Returns the tokens of a text. */
    public int[] tokenIds() {
        if (source instanceof TokenSource text) {
            return text.tokenIds();
        }
        throw new IllegalArgumentException(
                "the model reads token ids, not " + source.getClass().getSimpleName());
    }
}
