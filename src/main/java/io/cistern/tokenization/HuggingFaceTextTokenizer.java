package io.cistern.tokenization;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Tokenizer that a checkpoint describes in a {@code tokenizer.json}. */
final class HuggingFaceTextTokenizer implements TextTokenizer {

    // Left to its default, DJL cuts at 512 tokens without a word.
    private static final Map<String, String> OPTIONS = Map.of("truncation", "false", "padding", "false");

    private final HuggingFaceTokenizer tokenizer;
    private final SpecialTokens specialTokens;
    private final ShortestPieces shortestPieces;
    private final OptionalInt endOfSequence;
    private final int[] anchor;

    private HuggingFaceTextTokenizer(HuggingFaceTokenizer tokenizer, TokenizerJson json, OptionalInt endOfSequence) {
        this.tokenizer = tokenizer;
        this.specialTokens = json.specialTokens();
        this.shortestPieces = json.shortestPieces();
        this.endOfSequence = endOfSequence;
        this.anchor =
                Arrays.stream(specialTokens.removeFrom(encode("a"))).limit(1).toArray();
    }

    static TextTokenizer read(Path folder) throws IOException {
        TokenizerConfig config = TokenizerConfig.read(folder);
        TokenizerJson json = TokenizerJson.read(folder, config);
        SpecialTokens specialTokens = json.specialTokens();
        if (WhisperTokenizer.isVocabulary(specialTokens)) {
            return new WhisperTokenizer(open(json.withoutFrame(), OptionalInt.empty()), specialTokens);
        }
        return open(json, specialTokens.id(config.endOfSequence()));
    }

    private static HuggingFaceTextTokenizer open(TokenizerJson json, OptionalInt endOfSequence) throws IOException {
        try (InputStream stream = json.open()) {
            return new HuggingFaceTextTokenizer(HuggingFaceTokenizer.newInstance(stream, OPTIONS), json, endOfSequence);
        }
    }

    @Override
    public int[] encode(String text) {
        return withEndOfSequence(encoding(text));
    }

    @Override
    public int leastTokens(String text) {
        return shortestPieces.count(text);
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        Encoding encoding = encoding(text);
        int[] ids = withEndOfSequence(encoding);
        @Nullable CharSpan[] spans = Arrays.copyOf(encoding.getCharTokenSpans(), ids.length);
        int[] offsets = codePointOffsets(text);
        Map<Integer, String> texts = new HashMap<>();
        List<TokenSpan> tokens = new ArrayList<>(ids.length);
        int stop = 0;
        for (int i = 0; i < ids.length; i++) {
            // Tokens that the tokenizer added itself have no span: they stand where the one before ended.
            CharSpan span = spans[i];
            int start = span == null ? stop : offsets[span.getStart()];
            stop = span == null ? stop : offsets[span.getEnd()];
            tokens.add(new TokenSpan(ids[i], texts.computeIfAbsent(ids[i], this::tokenText), start, stop));
        }
        return tokens;
    }

    @Override
    public String decode(int[] ids) {
        long[] textIds =
                Arrays.stream(specialTokens.removeFrom(ids)).asLongStream().toArray();
        return tokenizer.decode(textIds, true);
    }

    /** Decodes behind another token, as decoders drop the space before the first. */
    @Override
    public String tokenText(int id) {
        if (isSpecial(id)) {
            return specialTokens.name(id);
        }
        int[] anchored = Arrays.copyOf(anchor, anchor.length + 1);
        anchored[anchor.length] = id;
        return decode(anchored).substring(decode(anchor).length());
    }

    @Override
    public boolean isSpecial(int id) {
        return specialTokens.contains(id);
    }

    @Override
    public void close() {
        tokenizer.close();
    }

    private Encoding encoding(String text) {
        return tokenizer.encode(LoneSurrogates.replace(text), true, false);
    }

    private int[] withEndOfSequence(Encoding encoding) {
        int[] ids = Arrays.stream(encoding.getIds()).mapToInt(Math::toIntExact).toArray();
        boolean ended = endOfSequence.isEmpty() || (ids.length > 0 && ids[ids.length - 1] == endOfSequence.getAsInt());
        if (ended) {
            return ids;
        }
        int[] longer = Arrays.copyOf(ids, ids.length + 1);
        longer[ids.length] = endOfSequence.getAsInt();
        return longer;
    }

    /** Returns the index in the text of each code point, which spans count in, and of the end. */
    private static int[] codePointOffsets(String text) {
        int[] offsets = new int[text.codePointCount(0, text.length()) + 1];
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = text.offsetByCodePoints(offsets[i - 1], 1);
        }
        return offsets;
    }
}
