package io.cistern.api.audio;

import java.util.Locale;

/** The shapes that a transcript is answered in. */
enum TranscriptFormat {
    JSON,
    TEXT,
    SRT,
    VERBOSE_JSON,
    VTT;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it tells when something is said. */
    boolean hasTimes() {
        return this == SRT || this == VERBOSE_JSON || this == VTT;
    }
}
