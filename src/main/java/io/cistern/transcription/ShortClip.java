package io.cistern.transcription;

import static io.cistern.model.AudioSource.HOP;
import static io.cistern.model.AudioSource.WINDOW_FRAMES;

import io.cistern.model.AudioSource;
import java.util.function.ToDoubleFunction;

/** A clip of at most 30 s, scaled by its own loudest point and filled up with silence. */
final class ShortClip implements Clip {

    static final int MAX_LENGTH = WINDOW_FRAMES * HOP;

    private final long start;
    private final int length;
    private final AudioSource whole;
    private final ToDoubleFunction<AudioSource> loudness;
    private double highestLogMel = Double.NaN;

    /**
     * @param start first sample in the recording
     * @param loudness finds the highest log10 mel energy, where more than one window is needed
     */
    ShortClip(long start, float[] samples, ToDoubleFunction<AudioSource> loudness) {
        this.start = start;
        this.length = samples.length;
        this.whole = AudioSource.shortRecording(samples);
        this.loudness = loudness;
    }

    @Override
    public long start() {
        return start;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long frames() {
        return WINDOW_FRAMES;
    }

    @Override
    public AudioSource audio(long frame) {
        if (frame == 0) {
            return whole;
        }
        if (Double.isNaN(highestLogMel)) {
            highestLogMel = loudness.applyAsDouble(whole);
        }
        int frames = (int) (WINDOW_FRAMES - frame);
        return AudioSource.slice(whole.samples(), 0, frame, frames, (float) highestLogMel);
    }

    @Override
    public void close() {
        // Holds no reader.
    }
}
