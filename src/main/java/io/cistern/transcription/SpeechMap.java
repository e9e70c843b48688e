package io.cistern.transcription;

import io.cistern.transcription.speech.SpeechSegment;
import java.util.List;
import java.util.OptionalLong;

/** Where in a recording somebody speaks, so that the rest need not be read. */
final class SpeechMap {

    /** A rest of speech this short, 0.5 s with the silence around it, was read already: timestamps are not exact. */
    private static final long REST = 8_000;

    /** Silence up to this length, 1 s, belongs to the speech after it: a window begins the same with it. */
    private static final long LEAD = 16_000;

    private final List<SpeechSegment> segments;

    /** @param segments in order */
    SpeechMap(List<SpeechSegment> segments) {
        this.segments = List.copyOf(segments);
    }

    /** Returns the map of a recording that is all speech. */
    static SpeechMap everywhere() {
        return new SpeechMap(List.of(new SpeechSegment(0, Long.MAX_VALUE)));
    }

    /** Returns where to read on at or after a sample, nothing if all speech is before it. */
    OptionalLong next(long sample) {
        return segments.stream()
                .filter(segment -> segment.start() >= sample || segment.end() - sample > REST)
                .mapToLong(segment -> Math.max(sample, segment.start() - LEAD))
                .findFirst();
    }
}
