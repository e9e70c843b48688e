package io.cistern.tokenization;

import java.util.List;
import java.util.Map;

/** Turns text into a checkpoint's token ids and back. Thread-safe. */
public interface TextTokenizer extends AutoCloseable {

    /**
     * Returns the ids of a text, end-of-sequence token included. Control tokens that the text spells out
     * ({@code </s>}, {@code <pad>}) stay text; T5's {@code <extra_id_N>} sentinels keep their meaning.
     */
    int[] encode(String text);

    /**
     * Returns a number of tokens that {@link #encode} of a text certainly gives, if not more, without tokenizing it: so
     * that a text which is far too long costs nothing. 0 where nothing is certain.
     */
    default int leastTokens(String text) {
        return 0;
    }

    /** Returns the ids of a text with the span of each in it, as {@code /tokenize} shows them. */
    List<TokenSpan> tokenize(String text);

    /**
     * Returns the text of ids. Special tokens give no text. Bytes that are not UTF-8 give what the checkpoint's reference
     * gives: nothing for ByT5, U+FFFD for byte-level BPE.
     */
    String decode(int[] ids);

    /**
     * Returns the text of one token for details, with the space before a word. Special tokens have their name
     * ({@code </s>}), a byte of a longer character the notation {@code <0xC3>} or U+FFFD.
     */
    String tokenText(int id);

    /** Returns whether an id is a special token. */
    boolean isSpecial(int id);

    /** Returns the ids of the special tokens that tell a model what to do, by name; none where a model is told by text. */
    default Map<String, Integer> specialTokens() {
        return Map.of();
    }

    @Override
    void close();
}
