package io.cistern.transcription.subtitle;

import io.cistern.transcription.Segment;
import java.util.List;

/** Writes SubRip subtitles, {@code .srt}. */
public final class SubRip {

    private SubRip() {}

    /** Returns the subtitles of a transcript; nothing if nobody speaks. */
    public static String format(List<Segment> segments) {
        List<Cue> cues = Cue.of(segments);
        StringBuilder subtitles = new StringBuilder();
        for (int i = 0; i < cues.size(); i++) {
            subtitles
                    .append(i + 1)
                    .append('\n')
                    .append(cues.get(i).times(millis -> Cue.time(millis, ',')))
                    .append('\n')
                    .append(text(cues.get(i)))
                    .append("\n\n");
        }
        return subtitles.toString();
    }

    /** The format has no way to write an arrow, which stands between times. */
    private static String text(Cue cue) {
        return cue.text().replace("-->", "->");
    }
}
