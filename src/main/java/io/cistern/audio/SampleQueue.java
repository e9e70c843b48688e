package io.cistern.audio;

import java.util.Arrays;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.FloatPointer;

/** Samples between the decoder, which gives whole frames, and the reader, which takes as many as it wants. */
final class SampleQueue {

    private float[] samples = new float[0];
    private int start;
    private int end;

    int size() {
        return end - start;
    }

    /** Returns how many samples there is room for: what a stream holds, however long its recording is. */
    int capacity() {
        return samples.length;
    }

    /** Adds the samples of a frame of one channel of floats. */
    void add(AVFrame frame) {
        int count = frame.nb_samples();
        makeRoom(count);
        new FloatPointer(frame.data(0)).capacity(count).get(samples, end, count);
        for (int i = end; i < end + count; i++) {
            samples[i] = bounded(samples[i]);
        }
        end += count;
    }

    /** Moves up to {@code length} samples to an array; returns how many. */
    int take(float[] target, int offset, int length) {
        int count = Math.min(size(), length);
        System.arraycopy(samples, start, target, offset, count);
        start += count;
        return count;
    }

    private void makeRoom(int count) {
        System.arraycopy(samples, start, samples, 0, size());
        end -= start;
        start = 0;
        if (samples.length < end + count) {
            samples = Arrays.copyOf(samples, end + count);
        }
    }

    private static float bounded(float sample) {
        return Float.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample));
    }
}
