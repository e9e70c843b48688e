package io.cistern.transcription.alignment;

import io.cistern.model.CrossAttention;
import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a window with their times.
 *
 * @param words in order; their tokens add up to those of the text
 * @param durations how long they last
 */
public record WordAlignment(List<WordTiming> words, WordDurations durations) {

    /**
     * Aligns a text.
     *
     * @param tokens of the text, N
     * @param probabilities of each token, [N]
     * @param seconds at which each token begins and the last one ends, [N + 1]
     * @param language code of the language it is written in
     */
    static WordAlignment of(
            TextTokenizer tokenizer, int[] tokens, float[] probabilities, double[] seconds, String language) {
        List<WordTiming> words = new ArrayList<>();
        for (TokenRun run : new WordSplitter(tokenizer).split(tokens, language)) {
            words.add(new WordTiming(
                    run.text(),
                    run.to() - run.from(),
                    seconds[run.from()],
                    seconds[run.to()],
                    mean(probabilities, run.from(), run.to())));
        }
        WordDurations durations = WordDurations.of(words);
        durations.shortenAtSentenceEnds(words);
        Punctuation.join(words);
        return new WordAlignment(List.copyOf(words), durations);
    }

    /**
     * Aligns a text by the decoder's attention.
     *
     * @param attention of a decoder row that holds a prompt, the text and an end-of-text token
     * @param positions encoder positions that the recording fills
     */
    public static WordAlignment of(
            TextTokenizer tokenizer,
            int[] tokens,
            float[] probabilities,
            CrossAttention attention,
            int positions,
            String language) {
        int promptLength = attention.tokens() - tokens.length - 1;
        double[] seconds = TokenTimes.of(attention, promptLength, positions);
        return of(tokenizer, tokens, probabilities, seconds, language);
    }

    private static float mean(float[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return (float) (sum / (to - from));
    }
}
