package io.cistern.transcription;

import static io.cistern.model.AudioSource.HOP;
import static io.cistern.model.AudioSource.WINDOW_FRAMES;

import io.cistern.model.AudioSource;

/** A whole recording of any length, of which only a window is in memory; scaled by its loudest point. */
final class LongClip implements Clip {

    private final SlidingSamples samples;
    private final long length;
    private final float highestLogMel;

    /**
     * @param samples of the recording, from its beginning; closed with this clip
     * @param length of the recording in samples
     */
    LongClip(SlidingSamples samples, long length, float highestLogMel) {
        this.samples = samples;
        this.length = length;
        this.highestLogMel = highestLogMel;
    }

    @Override
    public long start() {
        return 0;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long frames() {
        return length / HOP;
    }

    @Override
    public long spokenFrames() {
        return frames();
    }

    @Override
    public AudioSource audio(long frame) {
        int frames = (int) Math.min(WINDOW_FRAMES, frames() - frame);
        return samples.frames(frame, frames, highestLogMel);
    }

    @Override
    public void close() {
        samples.close();
    }
}
