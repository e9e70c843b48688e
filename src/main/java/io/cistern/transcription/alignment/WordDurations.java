package io.cistern.transcription.alignment;

import java.util.List;

/**
 * How long words of a window last: the measure for those that swallowed a pause.
 *
 * <p>Rules: add_word_timestamps in openai/whisper, whisper/timing.py.
 *
 * @param median of the words that last at all, at most 0.7 s
 */
public record WordDurations(double median) {

    private static final double LONGEST_MEDIAN = 0.7;
    private static final String SENTENCE_ENDS = ".。!！?？";

    static WordDurations of(List<WordTiming> words) {
        double[] durations = words.stream()
                .mapToDouble(WordTiming::duration)
                .filter(duration -> duration != 0)
                .sorted()
                .toArray();
        return new WordDurations(Math.min(LONGEST_MEDIAN, median(durations)));
    }

    private static double median(double[] sorted) {
        if (sorted.length == 0) {
            return 0;
        }
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** Returns the longest time that is believed of a word beside a pause. */
    public double longest() {
        return median * 2;
    }

    /** Shortens words at the borders of sentences that last too long: the pause is theirs. */
    void shortenAtSentenceEnds(List<WordTiming> words) {
        for (int i = 1; i < words.size() && median > 0; i++) {
            WordTiming word = words.get(i);
            if (word.duration() <= longest()) {
                continue;
            }
            if (endsSentence(word)) {
                words.set(i, word.until(word.start() + longest()));
            } else if (endsSentence(words.get(i - 1))) {
                words.set(i, word.from(word.end() - longest()));
            }
        }
    }

    private static boolean endsSentence(WordTiming word) {
        return SENTENCE_ENDS.contains(word.text());
    }
}
