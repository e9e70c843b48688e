package io.cistern.transcription;

import org.jspecify.annotations.Nullable;

/** Gives the clips of a recording in the order of time, while it is read. */
interface ClipSource {

    /** Returns the next clip, null at the end. */
    @Nullable
    CutClip next();

    /** Returns the samples of the whole recording, after the last clip. */
    long length();
}
