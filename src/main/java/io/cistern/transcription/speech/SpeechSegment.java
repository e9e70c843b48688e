package io.cistern.transcription.speech;

/**
 * A part of a recording in which somebody speaks.
 *
 * @param start first sample, at 16 kHz
 * @param end sample after the last
 */
public record SpeechSegment(long start, long end) {

    /** Returns the number of samples. */
    public long length() {
        return end - start;
    }
}
