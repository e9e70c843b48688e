package io.cistern.transcription;

/** Reads mono samples at 16 kHz, full scale 1, from the first to the last. */
public interface SampleReader extends AutoCloseable {

    /**
     * Reads {@code length} samples, or as many as are left.
     *
     * @return how many were written to {@code target} from {@code offset} on; less than {@code length} only at the end
     */
    int read(float[] target, int offset, int length);

    @Override
    void close();
}
