package io.cistern.tokenization;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Byte-level byte-pair encoding of Whisper, whose vocabulary ends with tokens that say what a decoder shall write and when
 * something is said. Texts are encoded bare: nothing is put around them, and none can spell such a token.
 */
final class WhisperTokenizer implements TextTokenizer {

    private static final String START_OF_TRANSCRIPT = "<|startoftranscript|>";
    private static final double SECONDS_PER_TIMESTAMP = 0.02;

    private final TextTokenizer text;
    private final SpecialTokens specialTokens;
    private final Map<String, Integer> ids;
    private final int endOfText;
    private final int noTimestamps;

    WhisperTokenizer(TextTokenizer text, SpecialTokens specialTokens) {
        this.text = text;
        this.specialTokens = specialTokens;
        this.ids = specialTokens.ids();
        this.endOfText = id("<|endoftext|>");
        this.noTimestamps = id("<|notimestamps|>");
    }

    static boolean isVocabulary(SpecialTokens specialTokens) {
        return specialTokens.id(START_OF_TRANSCRIPT).isPresent();
    }

    @Override
    public int[] encode(String text) {
        return this.text.encode(text);
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        return this.text.tokenize(text);
    }

    @Override
    public String decode(int[] ids) {
        return text.decode(Arrays.stream(ids).filter(id -> !isSpecial(id)).toArray());
    }

    /** Returns a timestamp as {@code <|1.28|>}. */
    @Override
    public String tokenText(int id) {
        if (id > noTimestamps) {
            double seconds = (id - noTimestamps - 1) * SECONDS_PER_TIMESTAMP;
            return String.format(Locale.ROOT, "<|%.2f|>", seconds);
        }
        return isSpecial(id) ? specialTokens.name(id) : text.tokenText(id);
    }

    @Override
    public boolean isSpecial(int id) {
        return id >= endOfText;
    }

    @Override
    public Map<String, Integer> specialTokens() {
        return ids;
    }

    @Override
    public void close() {
        text.close();
    }

    private int id(String name) {
        return specialTokens
                .id(name)
                .orElseThrow(() -> new IllegalArgumentException("its vocabulary has no token " + name));
    }
}
