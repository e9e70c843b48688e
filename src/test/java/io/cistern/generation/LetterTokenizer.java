package io.cistern.generation;

import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenSpan;
import java.util.List;
import java.util.stream.IntStream;

/** Spells token 2 as "a", 3 as "b" and so on; 0 and 1 are special. */
final class LetterTokenizer implements TextTokenizer {

    @Override
    public int[] encode(String text) {
        return IntStream.concat(text.chars().map(letter -> letter - 'a' + 2), IntStream.of(HashedModel.END))
                .toArray();
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String decode(int[] ids) {
        StringBuilder text = new StringBuilder();
        IntStream.of(ids).filter(id -> !isSpecial(id)).forEach(id -> text.append(tokenText(id)));
        return text.toString();
    }

    @Override
    public String tokenText(int id) {
        return isSpecial(id) ? "<" + id + ">" : String.valueOf((char) ('a' + id - 2));
    }

    @Override
    public boolean isSpecial(int id) {
        return id < 2;
    }

    @Override
    public void close() {}
}
