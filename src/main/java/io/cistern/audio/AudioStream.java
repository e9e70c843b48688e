package io.cistern.audio;

/**
 * Samples of one recording, 16 kHz, mono, in [-1, 1], decoded as they are read: memory does not grow with its length.
 *
 * <p>Reading throws {@link UndecodableAudioException} where the recording turns out to hold nothing, and {@link
 * AudioTooLongException} at the sample that exceeds a limit. One thread at a time may use a stream.
 */
public interface AudioStream extends AutoCloseable {

    /**
     * Reads {@code length} samples, or as many as are left.
     *
     * @return how many were read; less than {@code length} only at the end of the recording
     */
    int read(float[] target, int offset, int length);

    /** Returns how many parts of the recording, of those met so far, were damaged and left out. */
    int damagedParts();

    /** Frees the decoder and closes the source. */
    @Override
    void close();
}
