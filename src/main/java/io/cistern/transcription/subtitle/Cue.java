package io.cistern.transcription.subtitle;

import io.cistern.transcription.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * A text that is shown for a time.
 *
 * @param start in milliseconds
 * @param end in milliseconds, after {@code start}
 * @param text not blank, of one line
 */
record Cue(long start, long end, String text) {

    /** Returns a cue for each segment that has text. They follow one another without overlap, and none is empty. */
    static List<Cue> of(List<Segment> segments) {
        List<Segment> spoken =
                segments.stream().filter(segment -> !segment.text().isBlank()).toList();
        List<Cue> cues = new ArrayList<>();
        long free = 0;
        for (int i = 0; i < spoken.size(); i++) {
            Segment segment = spoken.get(i);
            long next = i + 1 < spoken.size() ? millis(spoken.get(i + 1).start()) : Long.MAX_VALUE;
            long start = Math.max(free, millis(segment.start()));
            free = Math.max(start + 1, Math.min(millis(segment.end()), next));
            cues.add(new Cue(start, free, line(segment.text())));
        }
        return cues;
    }

    /** Returns the line of its times. */
    String times(LongFunction<String> time) {
        return time.apply(start) + " --> " + time.apply(end);
    }

    /** Returns a time as hours, minutes and seconds. */
    static String time(long millis, char decimalSeparator) {
        return "%02d:%02d:%02d%c%03d"
                .formatted(
                        millis / 3_600_000, millis / 60_000 % 60, millis / 1000 % 60, decimalSeparator, millis % 1000);
    }

    private static long millis(double seconds) {
        return Math.round(seconds * 1000);
    }

    /** An empty line would end a cue. */
    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
