package io.cistern.transcription;

/** Reads mono samples at 16 kHz, full scale 1, from the first to the last. */
public interface SampleReader extends AutoCloseable {

    /**
     * Reads the next samples, at least one unless the recording ends.
     *
     * @return how many were written to {@code target} from {@code offset} on, or -1 at the end
     */
    int read(float[] target, int offset, int length);

    @Override
    void close();
}
