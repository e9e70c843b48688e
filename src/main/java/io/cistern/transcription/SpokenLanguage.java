package io.cistern.transcription;

/**
 * The language of a recording.
 *
 * @param code such as {@code en}
 * @param probability how likely it is where it was detected; 1 if it was given
 */
record SpokenLanguage(String code, float probability) {

    static final SpokenLanguage ENGLISH = new SpokenLanguage("en", 1);
}
