package io.cistern.serving;

import io.cistern.transcription.SpeechModel;

/** One request's use of a speech model: it holds one place of the queue from its beginning to its end. */
public interface SpeechSession extends SpeechModel, AutoCloseable {

    /** Returns whether a window has got its rows, or the recording its place among the long ones. */
    boolean hasBegun();

    /** Gives the place back and gives up the jobs that have no result. */
    @Override
    void close();
}
