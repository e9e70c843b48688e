package io.cistern.audio;

/**
 * A whole recording as samples, 16 kHz, mono, in [-1, 1].
 *
 * @param samples one value for each sixteenth of a millisecond
 * @param damagedParts parts that were damaged and left out
 */
public record PcmAudio(float[] samples, int damagedParts) {

    /** Returns the length in seconds. */
    public double seconds() {
        return samples.length / (double) AudioDecoder.SAMPLE_RATE;
    }
}
