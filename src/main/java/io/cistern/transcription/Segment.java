package io.cistern.transcription;

import java.util.List;

/**
 * A passage of a transcript.
 *
 * @param id its place in the transcript, from 0
 * @param seek position in the recording of the window it was found in, in frames of 10 ms
 * @param start second at which it begins
 * @param end second at which it ends
 * @param text what is said, with the space before the first word
 * @param tokens its token ids, timestamps included
 * @param temperature that its window was decoded with
 * @param averageLogProbability of the tokens of its window
 * @param compressionRatio of the text of its window: how many times it is shorter when compressed
 * @param noSpeechProbability that nobody speaks in its window, 0 to 1; 0 if it was not asked for
 * @param words when each word is spoken; empty if it was not asked for
 */
public record Segment(
        int id,
        int seek,
        double start,
        double end,
        String text,
        List<Integer> tokens,
        float temperature,
        float averageLogProbability,
        float compressionRatio,
        float noSpeechProbability,
        List<Word> words) {

    /** Returns this segment at another place of a transcript. */
    Segment withId(int id) {
        return with(id, start, end, words);
    }

    /** Returns this segment at other times, with words. */
    Segment with(double start, double end, List<Word> words) {
        return with(id, start, end, words);
    }

    private Segment with(int id, double start, double end, List<Word> words) {
        return new Segment(
                id,
                seek,
                start,
                end,
                text,
                tokens,
                temperature,
                averageLogProbability,
                compressionRatio,
                noSpeechProbability,
                words);
    }
}
