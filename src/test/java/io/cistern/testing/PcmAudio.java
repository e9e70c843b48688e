package io.cistern.testing;

import io.cistern.audio.AudioDecoder;
import io.cistern.audio.AudioStream;
import io.cistern.audio.EncodedAudio;
import java.util.Arrays;

/**
 * A whole recording as samples, 16 kHz, mono, in [-1, 1].
 *
 * @param samples one value for each sixteenth of a millisecond
 * @param damagedParts parts that were damaged and left out
 */
public record PcmAudio(float[] samples, int damagedParts) {

    /** Decodes a recording as the service does, but keeps all of it. */
    public static PcmAudio decode(AudioDecoder decoder, EncodedAudio source) {
        try (AudioStream stream = decoder.open(source)) {
            float[] samples = new float[AudioDecoder.SAMPLE_RATE];
            int count = 0;
            int read;
            while ((read = stream.read(samples, count, samples.length - count)) > 0) {
                count += read;
                if (count == samples.length) {
                    samples = Arrays.copyOf(samples, 2 * count);
                }
            }
            return new PcmAudio(Arrays.copyOf(samples, count), stream.damagedParts());
        }
    }

    /** Returns the length in seconds. */
    public double seconds() {
        return samples.length / (double) AudioDecoder.SAMPLE_RATE;
    }
}
