package io.cistern.transcription;

import static io.cistern.model.AudioSource.HOP;
import static io.cistern.model.AudioSource.REACH;
import static io.cistern.model.AudioSource.SAMPLE_RATE;

import io.cistern.model.AudioSource;
import java.util.Arrays;

/** The part of a recording that is needed at a time: it grows at its end and shrinks at its beginning. */
final class SlidingSamples implements AutoCloseable {

    private static final int BLOCK = SAMPLE_RATE;

    private final SampleReader reader;
    private float[] samples = new float[BLOCK];
    private long start;
    private int length;
    private boolean ended;
    private boolean closed;

    SlidingSamples(SampleReader reader) {
        this.reader = reader;
    }

    /** Reads on until the samples before {@code sample} are here, or the recording ends. */
    void readTo(long sample) {
        while (!ended && end() < sample) {
            reserve();
            int read = reader.read(samples, length, BLOCK);
            length += read;
            ended = read < BLOCK;
        }
    }

    /** Returns the sample after the last one that was read. */
    long end() {
        return start + length;
    }

    /** Returns whether the recording has no more samples than were read. */
    boolean hasEnded() {
        return ended;
    }

    /** Returns samples of the recording, {@code from} (inclusive) to {@code to} (exclusive), as far as they were read. */
    float[] copy(long from, long to) {
        return Arrays.copyOfRange(samples, index(from), index(Math.min(to, end())));
    }

    /**
     * Returns frames of the recording with the samples around them, and drops what is before.
     *
     * @param highestLogMel highest log10 mel energy of the recording, NaN to use the frames' own
     */
    AudioSource frames(long frame, int frames, float highestLogMel) {
        long from = Math.max(0, frame * HOP - REACH);
        long to = (frame + frames - 1) * HOP + REACH;
        readTo(to);
        forgetBefore(from);
        return AudioSource.slice(copy(from, to), from, frame, frames, highestLogMel);
    }

    /** Drops the samples before {@code sample}. */
    void forgetBefore(long sample) {
        int dropped = (int) Math.max(0, Math.min(length, sample - start));
        System.arraycopy(samples, dropped, samples, 0, length - dropped);
        start += dropped;
        length -= dropped;
    }

    private int index(long sample) {
        int index = Math.toIntExact(sample - start);
        if (index < 0) {
            throw new IllegalStateException("sample %d was dropped, the first is %d".formatted(sample, start));
        }
        return index;
    }

    private void reserve() {
        if (length + BLOCK > samples.length) {
            samples = Arrays.copyOf(samples, Math.max(length + BLOCK, samples.length * 3 / 2));
        }
    }

    /** Closes the reader, once. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            reader.close();
        }
    }
}
