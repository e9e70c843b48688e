package io.cistern.tokenization;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.stream.IntStream;

/** ByT5's tokenizer: a token is a byte of UTF-8 ({@code id = byte + 3}) or a sentinel. */
final class ByteTokenizer implements TextTokenizer {

    static final String TRANSFORMERS_CLASS = "ByT5Tokenizer";

    private static final int END_OF_SEQUENCE = 1;
    private static final Map<Integer, String> CONTROLS = Map.of(0, "<pad>", END_OF_SEQUENCE, "</s>", 2, "<unk>");
    private static final int FIRST_BYTE = CONTROLS.size();
    private static final int FIRST_SENTINEL = FIRST_BYTE + 256;
    private static final int DEFAULT_SENTINELS = 125;
    private static final String[] BYTE_TEXTS =
            IntStream.range(0, 256).mapToObj(ByteTokenizer::byteText).toArray(String[]::new);

    private final SpecialTokens specialTokens;
    private final int longestToken; // in chars

    private ByteTokenizer(Map<Integer, String> addedTokens) {
        Map<Integer, String> names = new HashMap<>(CONTROLS);
        names.putAll(addedTokens);
        this.specialTokens = new SpecialTokens(names);
        this.longestToken =
                names.values().stream().mapToInt(String::length).max().orElseThrow();
    }

    static ByteTokenizer read(Path folder) {
        Map<Integer, String> added = TokenizerConfig.read(folder).addedTokens();
        return added.isEmpty() ? withDefaultSentinels() : new ByteTokenizer(added);
    }

    static ByteTokenizer withDefaultSentinels() {
        Map<Integer, String> sentinels = new HashMap<>();
        for (int i = 0; i < DEFAULT_SENTINELS; i++) {
            sentinels.put(FIRST_SENTINEL + i, "<extra_id_" + i + ">");
        }
        return new ByteTokenizer(sentinels);
    }

    @Override
    public int[] encode(String text) {
        return tokenize(text).stream().mapToInt(TokenSpan::id).toArray();
    }

    /** A char has a byte at least, unless it is part of a sentinel. */
    @Override
    public int leastTokens(String text) {
        return text.length() / longestToken + 1;
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        List<TokenSpan> tokens = new ArrayList<>(text.length() + 1);
        String wellFormed = LoneSurrogates.replace(text);
        Matcher sentinel = Sentinels.PATTERN.matcher(wellFormed);
        int done = 0;
        while (sentinel.find()) {
            OptionalInt id = specialTokens.id(sentinel.group());
            if (id.isPresent()) {
                addBytes(wellFormed, done, sentinel.start(), tokens);
                tokens.add(new TokenSpan(id.getAsInt(), sentinel.group(), sentinel.start(), sentinel.end()));
                done = sentinel.end();
            }
        }
        addBytes(wellFormed, done, text.length(), tokens);
        tokens.add(new TokenSpan(END_OF_SEQUENCE, tokenText(END_OF_SEQUENCE), text.length(), text.length()));
        return tokens;
    }

    @Override
    public String decode(int[] ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(ids.length);
        for (int id : ids) {
            if (isByte(id)) {
                bytes.write(id - FIRST_BYTE);
            }
        }
        return decode(bytes.toByteArray());
    }

    /** A byte that is only part of a character has SentencePiece's notation, such as {@code <0xC3>}. */
    @Override
    public String tokenText(int id) {
        if (!isByte(id)) {
            return specialTokens.name(id);
        }
        return BYTE_TEXTS[id - FIRST_BYTE];
    }

    @Override
    public boolean isSpecial(int id) {
        return specialTokens.contains(id);
    }

    @Override
    public void close() {
        // Nothing but heap.
    }

    private static String byteText(int value) {
        return value < 0x80 ? Character.toString(value) : "<0x%02X>".formatted(value);
    }

    private static boolean isByte(int id) {
        return id >= FIRST_BYTE && id < FIRST_SENTINEL;
    }

    private void addBytes(String text, int from, int to, List<TokenSpan> tokens) {
        int start = from;
        while (start < to) {
            int stop = start + Character.charCount(text.codePointAt(start));
            for (byte b : text.substring(start, stop).getBytes(StandardCharsets.UTF_8)) {
                int id = Byte.toUnsignedInt(b) + FIRST_BYTE;
                tokens.add(new TokenSpan(id, tokenText(id), start, stop));
            }
            start = stop;
        }
    }

    private static String decode(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.IGNORE)
                    .onUnmappableCharacter(CodingErrorAction.IGNORE)
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("A decoder that ignores errors reported one", e);
        }
    }
}
