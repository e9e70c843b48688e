package io.cistern.serving;

import java.util.Arrays;

/**
 * How an input that is too long is cut. Its last token, which ends it, is always kept.
 *
 * @param tokens most tokens that are kept
 * @param side which they are
 */
public record Truncation(int tokens, Side side) {

    /** The end of an input that is kept. */
    public enum Side {
        FIRST,
        LAST
    }

    /** Keeps the last tokens, as Text Generation Inference does. */
    public static Truncation toLast(int tokens) {
        return new Truncation(tokens, Side.LAST);
    }

    /** Keeps the first tokens, as the tokenizers of Transformers do for T5: an instruction at the start stays. */
    public static Truncation toFirst(int tokens) {
        return new Truncation(tokens, Side.FIRST);
    }

    int[] cut(int[] tokenIds) {
        int excess = Math.max(0, tokenIds.length - tokens);
        if (side == Side.LAST) {
            return Arrays.copyOfRange(tokenIds, excess, tokenIds.length);
        }
        int[] kept = Arrays.copyOf(tokenIds, tokenIds.length - excess);
        kept[kept.length - 1] = tokenIds[tokenIds.length - 1];
        return kept;
    }
}
