package io.cistern.transcription;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts a transcript together and tells a listener its text as it grows. White space is told with the text that follows
 * it, so that what was told is always a beginning of the stripped whole.
 */
final class TranscriptWriter {

    private final TranscriptListener listener;
    private final List<Segment> segments = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private String waiting = "";
    private int ahead;

    TranscriptWriter(TranscriptListener listener) {
        this.listener = listener;
    }

    /** Adds a beginning, or more of it, of the texts of the segments that are added next. */
    void addAhead(String piece) {
        ahead += piece.length();
        append(piece);
    }

    /** Adds the segments that follow. */
    void add(List<Segment> further) {
        for (Segment segment : further) {
            int known = Math.min(ahead, segment.text().length());
            ahead -= known;
            append(segment.text().substring(known));
            segments.add(segment.withId(segments.size()));
        }
    }

    List<Segment> segments() {
        return List.copyOf(segments);
    }

    String text() {
        return text.toString();
    }

    private void append(String piece) {
        waiting += piece;
        String delta = waiting.stripTrailing();
        if (delta.isEmpty()) {
            return;
        }
        waiting = waiting.substring(delta.length());
        tell(text.isEmpty() ? delta.stripLeading() : delta);
    }

    private void tell(String delta) {
        text.append(delta);
        listener.onText(delta);
    }
}
