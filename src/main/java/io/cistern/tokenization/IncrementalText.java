package io.cistern.tokenization;

import java.util.Arrays;

/**
 * Gives the text of a growing sequence of tokens piece by piece. Not thread-safe.
 *
 * <p>All pieces joined, {@link #finish} included, are the text of all tokens. A character that is spread over tokens
 * comes with its last one. Each call decodes only the tokens since the last complete character but one.
 */
public final class IncrementalText {

    private static final char INCOMPLETE = '\uFFFD';

    private final TextTokenizer tokenizer;
    private int[] window = new int[0];
    private int context;
    private int given;

    public IncrementalText(TextTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /** Returns the text that a further token completes, which may be empty. */
    public String append(int id) {
        if (tokenizer.isSpecial(id)) {
            return "";
        }
        window = Arrays.copyOf(window, window.length + 1);
        window[window.length - 1] = id;
        String text = tokenizer.decode(window);
        int complete = completeLength(text);
        String piece = text.substring(Math.min(given, complete), complete);
        if (!piece.isEmpty()) {
            given = complete;
            if (complete == text.length()) {
                slide();
            }
        }
        return piece;
    }

    /** Returns the text of what is left, to be called once after the last token. */
    public String finish() {
        String text = tokenizer.decode(window);
        return text.substring(Math.min(given, text.length()));
    }

    /** Keeps the newest tokens as context: decoders treat the first token in a special way. */
    private void slide() {
        window = Arrays.copyOfRange(window, context, window.length);
        context = window.length;
        given = tokenizer.decode(window).length();
    }

    /** Bytes at the end that are no character yet decode to a run of U+FFFD. */
    private static int completeLength(String text) {
        int length = text.length();
        while (length > 0 && text.charAt(length - 1) == INCOMPLETE) {
            length--;
        }
        return length;
    }
}
