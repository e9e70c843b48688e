package io.cistern.transcription.subtitle;

import io.cistern.transcription.Segment;
import java.util.List;

/** Writes WebVTT subtitles, {@code .vtt}. */
public final class WebVtt {

    private WebVtt() {}

    /** Returns the subtitles of a transcript; only the header if nobody speaks. */
    public static String format(List<Segment> segments) {
        StringBuilder subtitles = new StringBuilder("WEBVTT\n\n");
        for (Cue cue : Cue.of(segments)) {
            subtitles
                    .append(cue.times(millis -> Cue.time(millis, '.')))
                    .append('\n')
                    .append(text(cue))
                    .append("\n\n");
        }
        return subtitles.toString();
    }

    private static String text(Cue cue) {
        return cue.text().replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
