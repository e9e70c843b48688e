package io.cistern.transcription;

import io.cistern.transcription.speech.SpeechSegment;
import java.util.ArrayList;
import java.util.List;

/** Joins neighbouring segments of speech to clips that are as long as a window allows: few windows, cut in pauses. */
final class SpeechClips {

    private final long maxLength;
    private final List<SpeechSegment> open = new ArrayList<>();

    /** @param maxLength samples of a clip; no segment is longer */
    SpeechClips(long maxLength) {
        this.maxLength = maxLength;
    }

    /** Adds the next segments and returns the clips, each a list of segments, that are complete. */
    List<List<SpeechSegment>> add(List<SpeechSegment> segments) {
        List<List<SpeechSegment>> complete = new ArrayList<>();
        for (SpeechSegment segment : segments) {
            if (!open.isEmpty() && segment.end() - open.get(0).start() > maxLength) {
                complete.addAll(finish());
            }
            open.add(segment);
        }
        return complete;
    }

    /** Returns the clip that is open, if there is one. */
    List<List<SpeechSegment>> finish() {
        List<List<SpeechSegment>> last = open.isEmpty() ? List.of() : List.of(List.copyOf(open));
        open.clear();
        return last;
    }

    /** Returns the first sample of the clip that is open, or {@code otherwise}. */
    long openFrom(long otherwise) {
        return open.isEmpty() ? otherwise : open.get(0).start();
    }
}
