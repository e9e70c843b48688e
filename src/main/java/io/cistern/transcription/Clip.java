package io.cistern.transcription;

import static io.cistern.model.AudioSource.HOP;
import static io.cistern.model.AudioSource.SAMPLE_RATE;
import static io.cistern.model.AudioSource.WINDOW_FRAMES;

import io.cistern.model.AudioSource;

/** A part of a recording that is transcribed window after window, in frames of 10 ms that count from its beginning. */
interface Clip extends AutoCloseable {

    /** Returns its first sample in the recording. */
    long start();

    /** Returns the number of its samples. */
    long length();

    /** Returns the number of frames that can be decoded, silence after its end included. */
    long frames();

    /** Returns the window at a frame, which is never before that of the call before. */
    AudioSource audio(long frame);

    @Override
    void close();

    /** Returns the number of frames that the recording fills. */
    default long spokenFrames() {
        return Math.min(frames(), (length() + HOP - 1) / HOP);
    }

    /** Returns the place of the window at a frame. */
    default Window window(long frame) {
        int frames = (int) Math.min(WINDOW_FRAMES, frames() - frame);
        int spoken = (int) Math.min(frames, spokenFrames() - frame);
        return new Window(seconds(start() + frame * HOP), frames, spoken, seconds(start() + length()));
    }

    private static double seconds(long sample) {
        return (double) sample / SAMPLE_RATE;
    }
}
