package io.cistern.api.audio;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The shapes that a transcript is answered in. */
enum TranscriptFormat {
    JSON,
    TEXT,
    SRT,
    VERBOSE_JSON,
    VTT;

    /** Returns the formats by the words for them. */
    static Map<String, TranscriptFormat> byWord() {
        Map<String, TranscriptFormat> words = new LinkedHashMap<>();
        Arrays.stream(values()).forEach(format -> words.put(format.word(), format));
        return words;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it tells when something is said. */
    boolean hasTimes() {
        return this == SRT || this == VERBOSE_JSON || this == VTT;
    }
}
