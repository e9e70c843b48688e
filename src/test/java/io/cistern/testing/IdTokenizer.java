package io.cistern.testing;

import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenSpan;
import java.util.Arrays;
import java.util.List;

/** Text is the ids themselves: for checkpoints that have no vocabulary. */
public final class IdTokenizer implements TextTokenizer {

    @Override
    public int[] encode(String text) {
        return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        throw new UnsupportedOperationException("ids have no spans");
    }

    @Override
    public String decode(int[] ids) {
        return Arrays.toString(ids);
    }

    @Override
    public String tokenText(int id) {
        return Integer.toString(id);
    }

    @Override
    public boolean isSpecial(int id) {
        return false;
    }

    @Override
    public void close() {}
}
