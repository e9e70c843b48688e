package io.cistern.transcription;

import static io.cistern.model.AudioSource.SAMPLE_RATE;

import io.cistern.transcription.speech.SpeechSegment;
import java.util.List;
import java.util.OptionalLong;

/** Where in a recording somebody speaks, so that the rest need not be read. */
final class SpeechMap {

    /** Samples, 0.5 s with the silence around them: a rest of speech this short was read already, since timestamps are not exact. */
    private static final long REST = SAMPLE_RATE / 2;

    /** Samples, 1 s: silence up to this length belongs to the speech after it, for a window begins the same with it. */
    private static final long LEAD = SAMPLE_RATE;

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
