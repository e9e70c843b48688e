package io.cistern.transcription;

/**
 * Speech that can be read more than once. Long recordings are never held whole: they are read twice, once to find the
 * speech and the loudest point, once to transcribe.
 */
@FunctionalInterface
public interface Recording {

    /** Opens the recording at its beginning. May be called again, after the reader before was closed. */
    SampleReader open();
}
