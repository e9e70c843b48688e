package io.cistern.serving;

import io.cistern.tokenization.TextTokenizer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An input as token ids.
 *
 * @param tokenIds what the encoder is given
 * @param truncatedTokens tokens that were cut from its start
 */
record EncodedInput(int[] tokenIds, int truncatedTokens) {

    /** Keeps the last {@code limit} tokens, among them the end-of-sequence token, or all of them without a limit. */
    static EncodedInput of(TextTokenizer tokenizer, String text, @Nullable Integer limit) {
        int[] ids = tokenizer.encode(text);
        int excess = limit == null ? 0 : Math.max(0, ids.length - limit);
        return new EncodedInput(Arrays.copyOfRange(ids, excess, ids.length), excess);
    }
}
