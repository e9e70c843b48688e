package io.cistern.transcription;

/**
 * The place of a window in a recording.
 *
 * @param startSeconds second of the recording at which it begins
 * @param frames frames of 10 ms that its features have, silence that fills up a short recording included
 * @param spokenFrames those that the recording fills
 * @param endSeconds second of the recording at which those end
 */
record Window(double startSeconds, int frames, int spokenFrames, double endSeconds) {

    private static final int FRAMES_PER_SECOND = 100;

    /** Returns the second of the recording of one of this window's frames. */
    double seconds(int frame) {
        return rounded(Math.min(endSeconds, startSeconds + (double) frame / FRAMES_PER_SECOND));
    }

    /** Returns the second of the recording of a second of this window. */
    double seconds(double second) {
        return rounded(Math.min(endSeconds, startSeconds + second));
    }

    /** Returns its place in frames of the recording. */
    int seek() {
        return (int) Math.round(startSeconds * FRAMES_PER_SECOND);
    }

    /** Returns the encoder positions of 20 ms that the recording fills. */
    int spokenPositions() {
        return (spokenFrames + 1) / 2;
    }

    static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }
}
