package io.cistern.api;

/** The paths that take a recording as their body, or in JSON. */
public final class SpeechRecognitionPaths {

    public static final String ANY_MODEL = "/asr";
    public static final String ONE_MODEL = "/asr/{model}";

    private SpeechRecognitionPaths() {}
}
