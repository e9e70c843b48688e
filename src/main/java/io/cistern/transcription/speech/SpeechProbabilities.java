package io.cistern.transcription.speech;

/** Tells how likely the chunks of one recording are speech, and remembers the chunks before. */
@FunctionalInterface
public interface SpeechProbabilities {

    /** Samples of one chunk: 32 ms. */
    int CHUNK_SAMPLES = 512;

    /**
     * Returns the probability of each chunk, from 0 to 1.
     *
     * @param samples whole chunks that follow those of the call before, at 16 kHz, full scale 1
     */
    float[] of(float[] samples);
}
