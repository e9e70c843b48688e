package io.cistern.transcription;

/**
 * A clip with what is known of it.
 *
 * @param speech where in the whole recording somebody speaks
 */
record CutClip(Clip clip, SpeechMap speech) {}
