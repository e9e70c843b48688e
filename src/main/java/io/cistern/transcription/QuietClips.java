package io.cistern.transcription;

import static io.cistern.model.AudioSource.SAMPLE_RATE;

import org.jspecify.annotations.Nullable;

/** Cuts a recording where it is quietest, between 20 and 30 s after the cut before. */
final class QuietClips implements ClipSource {

    private static final int MIN_LENGTH = 20 * SAMPLE_RATE;

    private final SlidingSamples samples;
    private final ModelCalls model;
    private long position;

    QuietClips(SlidingSamples samples, ModelCalls model) {
        this.samples = samples;
        this.model = model;
    }

    @Override
    public @Nullable CutClip next() {
        samples.readTo(position + ShortClip.MAX_LENGTH + 1);
        if (position == samples.end()) {
            return null;
        }
        float[] ahead = samples.copy(position, position + ShortClip.MAX_LENGTH + 1);
        boolean last = ahead.length <= ShortClip.MAX_LENGTH;
        int length = last ? ahead.length : QuietPoint.find(ahead, MIN_LENGTH, ShortClip.MAX_LENGTH);
        Clip clip = new ShortClip(position, samples.copy(position, position + length), model::highestLogMel);
        position += length;
        samples.forgetBefore(position);
        return new CutClip(clip, SpeechMap.everywhere());
    }

    @Override
    public long length() {
        return samples.end();
    }
}
