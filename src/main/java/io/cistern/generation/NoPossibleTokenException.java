package io.cistern.generation;

/** Thrown when every token of the vocabulary is forbidden, so that a sequence can neither go on nor end. */
public final class NoPossibleTokenException extends RuntimeException {

    private final int vocabularySize;

    public NoPossibleTokenException(int vocabularySize) {
        super("all " + vocabularySize + " tokens are forbidden: forbid fewer by suppress_tokens, bad_words_ids or "
                + "no_repeat_ngram_size, lower min_new_tokens, or leave out forced_bos_token_id");
        this.vocabularySize = vocabularySize;
    }

    public int vocabularySize() {
        return vocabularySize;
    }
}
