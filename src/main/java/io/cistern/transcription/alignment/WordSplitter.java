package io.cistern.transcription.alignment;

import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Splits the tokens of a text into words: at spaces and punctuation, or, in languages that are written without spaces,
 * after every whole character.
 *
 * <p>Rules: split_to_word_tokens in openai/whisper, whisper/tokenizer.py.
 */
final class WordSplitter {

    private static final Set<String> WITHOUT_SPACES = Set.of("zh", "ja", "th", "lo", "my", "yue");
    private static final char INCOMPLETE = '\uFFFD';
    private static final String ASCII_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    private final TextTokenizer tokenizer;

    WordSplitter(TextTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    List<TokenRun> split(int[] tokens, String language) {
        List<TokenRun> characters = characters(tokens);
        return WITHOUT_SPACES.contains(language) ? characters : joinedToWords(characters);
    }

    /** Returns the shortest runs of tokens that are whole characters. */
    private List<TokenRun> characters(int[] tokens) {
        String whole = tokenizer.decode(tokens);
        List<TokenRun> runs = new ArrayList<>();
        int from = 0;
        int offset = 0;
        for (int to = 1; to <= tokens.length; to++) {
            String text = tokenizer.decode(Arrays.copyOfRange(tokens, from, to));
            if (to == tokens.length || isComplete(text, whole, offset)) {
                runs.add(new TokenRun(text, from, to));
                from = to;
                offset += text.length();
            }
        }
        return runs;
    }

    /** U+FFFD stands for a part of a character, unless the whole text has it there too. */
    private static boolean isComplete(String text, String whole, int offset) {
        int incomplete = text.indexOf(INCOMPLETE);
        int place = offset + incomplete;
        return incomplete < 0 || (place < whole.length() && whole.charAt(place) == INCOMPLETE);
    }

    private static List<TokenRun> joinedToWords(List<TokenRun> runs) {
        List<TokenRun> words = new ArrayList<>();
        for (TokenRun run : runs) {
            if (words.isEmpty() || beginsWord(run.text())) {
                words.add(run);
            } else {
                words.add(words.remove(words.size() - 1).join(run));
            }
        }
        return words;
    }

    private static boolean beginsWord(String text) {
        return text.startsWith(" ") || ASCII_PUNCTUATION.contains(text.strip());
    }
}
