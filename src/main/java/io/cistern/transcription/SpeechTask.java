package io.cistern.transcription;

/** In which language the text is. */
public enum SpeechTask {
    /** In the language that is spoken. */
    TRANSCRIBE,
    /** In English. */
    TRANSLATE
}
