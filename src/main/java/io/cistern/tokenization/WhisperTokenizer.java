package io.cistern.tokenization;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Byte-level byte-pair encoding of Whisper, whose vocabulary ends with tokens that say what a decoder shall write and when
 * something is said. Texts are encoded bare: nothing is put around them, and none can spell such a token.
 */
public final class WhisperTokenizer implements TextTokenizer {

    private static final String START_OF_TRANSCRIPT = "<|startoftranscript|>";
    private static final Pattern LANGUAGE = Pattern.compile("<\\|([a-z]{2,3})\\|>");
    private static final double SECONDS_PER_TIMESTAMP = 0.02;

    private final TextTokenizer text;
    private final SpecialTokens specialTokens;
    private final int endOfText;
    private final int noTimestamps;

    WhisperTokenizer(TextTokenizer text, SpecialTokens specialTokens) {
        this.text = text;
        this.specialTokens = specialTokens;
        this.endOfText = id("<|endoftext|>");
        this.noTimestamps = id("<|notimestamps|>");
    }

    static boolean isVocabulary(SpecialTokens specialTokens) {
        return specialTokens.id(START_OF_TRANSCRIPT).isPresent();
    }

    /** Returns the token that begins every transcript. */
    public int startOfTranscript() {
        return id(START_OF_TRANSCRIPT);
    }

    /** Returns the token that ends a transcript; all below it are text, all above it are not. */
    public int endOfText() {
        return endOfText;
    }

    /** Returns the token that begins the text from before the window. */
    public int startOfPrevious() {
        return id("<|startofprev|>");
    }

    /** Returns the token that is likely where nobody speaks. */
    public int noSpeech() {
        OptionalInt newer = specialTokens.id("<|nospeech|>");
        return newer.isPresent() ? newer.getAsInt() : id("<|nocaptions|>");
    }

    /** Returns the token that asks for text without timestamps; the token of time 0 follows it. */
    public int noTimestamps() {
        return noTimestamps;
    }

    /** Returns the token that asks for the language that is spoken. */
    public int transcribe() {
        return id("<|transcribe|>");
    }

    /** Returns the token that asks for English. */
    public int translate() {
        return id("<|translate|>");
    }

    /** Returns the token of each language by its code, such as {@code de}; English models have them too. */
    public Map<String, Integer> languages() {
        Map<String, Integer> languages = new TreeMap<>();
        specialTokens.names().forEach((id, name) -> {
            Matcher language = LANGUAGE.matcher(name);
            if (language.matches()) {
                languages.put(language.group(1), id);
            }
        });
        return languages;
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
    public void close() {
        text.close();
    }

    private int id(String name) {
        return specialTokens
                .id(name)
                .orElseThrow(() -> new IllegalArgumentException("its vocabulary has no token " + name));
    }
}
