package io.cistern.generation;

/** Thrown when every token of the vocabulary is forbidden, so that a sequence can neither go on nor end. */
public final class NoPossibleTokenException extends RuntimeException {

    private final int vocabularySize;

    public NoPossibleTokenException(int vocabularySize) {
        super("All " + vocabularySize + " tokens are forbidden; allow more with suppress_tokens, bad_words_ids, "
                + "no_repeat_ngram_size, min_new_tokens or forced_bos_token_id");
        this.vocabularySize = vocabularySize;
    }

    public int vocabularySize() {
        return vocabularySize;
    }
}
