package io.cistern.transcription;

import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenSpan;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Tokens are bytes of UTF-8; bytes that are no character give U+FFFD, as byte-level BPE does. */
public final class ByteSpeechTokenizer implements TextTokenizer {

    static final int END = 256;
    static final int START = 257;
    static final int ENGLISH = 258;
    static final int GERMAN = 259;
    static final int TRANSLATE = 260;
    static final int TRANSCRIBE = 261;
    static final int PREVIOUS = 262;
    static final int NO_SPEECH = 263;
    static final int NO_TIMESTAMPS = 264;
    static final int FIRST_TIMESTAMP = 265;
    static final int VOCABULARY_SIZE = FIRST_TIMESTAMP + 1501;

    static final SpeechVocabulary VOCABULARY = new SpeechVocabulary(
            START, END, PREVIOUS, NO_SPEECH, NO_TIMESTAMPS, TRANSCRIBE, TRANSLATE, Map.of("en", ENGLISH, "de", GERMAN));

    /** Returns the token of a time in a window. */
    static int at(double second) {
        return FIRST_TIMESTAMP + (int) Math.round(second / 0.02);
    }

    /** Returns the tokens of texts (strings) and times (numbers). */
    static int[] tokens(Object... parts) {
        IntStream.Builder ids = IntStream.builder();
        for (Object part : parts) {
            if (part instanceof Number second) {
                ids.add(at(second.doubleValue()));
            } else {
                for (byte value : part.toString().getBytes(StandardCharsets.UTF_8)) {
                    ids.add(value & 0xff);
                }
            }
        }
        return ids.build().toArray();
    }

    @Override
    public int[] encode(String text) {
        return IntStream.concat(IntStream.of(tokens(text)), IntStream.of(END)).toArray();
    }

    @Override
    public List<TokenSpan> tokenize(String text) {
        throw new UnsupportedOperationException("not used for speech");
    }

    @Override
    public String decode(int[] ids) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        IntStream.of(ids).filter(id -> !isSpecial(id)).forEach(bytes::write);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public String tokenText(int id) {
        return isSpecial(id) ? "<" + id + ">" : decode(new int[] {id});
    }

    @Override
    public boolean isSpecial(int id) {
        return id >= END;
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
