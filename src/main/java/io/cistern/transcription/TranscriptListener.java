package io.cistern.transcription;

/**
 * Is told the text of a transcript piece by piece, in the order of time. What it was told is never taken back. It is called
 * on the thread that transcribes.
 */
public interface TranscriptListener {

    /** Listens to nothing. */
    TranscriptListener NONE = new TranscriptListener() {};

    /**
     * Further text. All pieces joined are {@link Transcript#text()}; none ends within a character.
     *
     * @param delta not empty
     */
    default void onText(String delta) {}
}
