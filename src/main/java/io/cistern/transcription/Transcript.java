package io.cistern.transcription;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said in a recording.
 *
 * @param language code of the language that was given or detected; null if nobody speaks
 * @param languageProbability how likely the detected language is, 0 to 1; 1 if it was given, 0 if there is none
 * @param durationSeconds length of the recording
 * @param text of all segments, without white space at its ends
 * @param segments in the order of time; none if nobody speaks
 * @param usage tokens that were read and written for it
 */
public record Transcript(
        @Nullable String language,
        float languageProbability,
        double durationSeconds,
        String text,
        List<Segment> segments,
        TokenUsage usage) {

    /** Returns the words of all segments, in the order of time. */
    public List<Word> words() {
        return segments.stream().flatMap(segment -> segment.words().stream()).toList();
    }
}
