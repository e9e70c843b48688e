package io.cistern.transcription;

/** Reads samples from memory. */
public final class ArrayReader implements SampleReader {

    private final float[] samples;
    private int position;
    private boolean closed;

    public ArrayReader(float[] samples) {
        this.samples = samples;
    }

    @Override
    public int read(float[] target, int offset, int length) {
        if (closed) {
            throw new IllegalStateException("read after close");
        }
        int read = Math.min(length, samples.length - position);
        System.arraycopy(samples, position, target, offset, read);
        position += read;
        return read;
    }

    @Override
    public void close() {
        closed = true;
    }
}
