package io.cistern.testing;

import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenSpan;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** One token for each letter from a to z, counted from 2, then the end-of-sequence token. */
public final class LetterTokenizer implements TextTokenizer {

    private static final int END = 1;
    private static final int FIRST = 2;

    /** Texts that were encoded. */
    public final AtomicInteger encoded = new AtomicInteger();

    @Override
    public int[] encode(String text) {
        encoded.incrementAndGet();
        return IntStream.concat(text.chars().map(letter -> letter - 'a' + FIRST), IntStream.of(END))
                .toArray();
    }

    /** Knows less than it could, as tokenizers do. */
    @Override
    public int leastTokens(String text) {
        return text.length() / 2;
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        return IntStream.range(0, text.length())
                .mapToObj(i -> new TokenSpan(text.charAt(i) - 'a' + FIRST, text.substring(i, i + 1), i, i + 1))
                .toList();
    }

    @Override
    public String decode(int[] ids) {
        StringBuilder text = new StringBuilder();
        Arrays.stream(ids).filter(id -> !isSpecial(id)).forEach(id -> text.append((char) (id - FIRST + 'a')));
        return text.toString();
    }

    @Override
    public String tokenText(int id) {
        return isSpecial(id) ? "</s>" : decode(new int[] {id});
    }

    @Override
    public boolean isSpecial(int id) {
        return id < FIRST;
    }

    @Override
    public void close() {}
}
