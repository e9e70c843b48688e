package io.cistern.model;

/** What a model turns into text. */
public enum Task {
    /** Text to text, as T5. */
    TEXT,
    /** Speech to text, as Whisper. */
    SPEECH
}
