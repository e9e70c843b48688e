package io.cistern.serving;

import io.cistern.tokenization.TextTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * An input as token ids.
 *
 * @param tokenIds what the encoder is given
 * @param truncatedTokens tokens that were cut off
 */
record EncodedInput(int[] tokenIds, int truncatedTokens) {

    /** Keeps what the truncation keeps, or all tokens without one. */
    static EncodedInput of(TextTokenizer tokenizer, String text, @Nullable Truncation truncation) {
        int[] ids = tokenizer.encode(text);
        int[] kept = truncation == null ? ids : truncation.cut(ids);
        return new EncodedInput(kept, ids.length - kept.length);
    }
}
