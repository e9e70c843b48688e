package io.cistern.transcription;

import static io.cistern.model.AudioSource.SAMPLE_RATE;

import io.cistern.transcription.speech.SpeechDetector;
import io.cistern.transcription.speech.SpeechSegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Cuts a recording in the pauses between speech and leaves out what is longer than a pause, in one pass. */
final class VoicedClips implements ClipSource {

    private static final int BLOCK = 8 * SAMPLE_RATE;

    private final SlidingSamples samples;
    private final ModelCalls model;
    private final SpeechDetector detector;
    private final SpeechClips clips = new SpeechClips(ShortClip.MAX_LENGTH);
    private final Queue<CutClip> ready = new ArrayDeque<>();
    private long position;
    private boolean ended;

    VoicedClips(SlidingSamples samples, ModelCalls model) {
        this.samples = samples;
        this.model = model;
        this.detector = model.newSpeechDetector();
    }

    @Override
    public @Nullable CutClip next() {
        while (ready.isEmpty() && !ended) {
            readBlock();
        }
        return ready.poll();
    }

    @Override
    public long length() {
        return samples.end();
    }

    private void readBlock() {
        samples.readTo(position + BLOCK);
        long end = Math.min(samples.end(), position + BLOCK);
        float[] block = samples.copy(position, end);
        position = end;
        ended = samples.hasEnded() && position == samples.end();
        clips.add(model.compute(() -> heard(block))).forEach(this::cut);
        if (ended) {
            clips.finish().forEach(this::cut);
        }
        samples.forgetBefore(clips.openFrom(Math.min(position, detector.undecidedFrom())));
    }

    private List<SpeechSegment> heard(float[] block) {
        List<SpeechSegment> segments = new ArrayList<>(detector.add(block));
        if (ended) {
            segments.addAll(detector.finish());
        }
        return segments;
    }

    private void cut(List<SpeechSegment> segments) {
        long start = segments.get(0).start();
        long end = segments.get(segments.size() - 1).end();
        Clip clip = new ShortClip(start, samples.copy(start, end), model::highestLogMel);
        ready.add(new CutClip(clip, new SpeechMap(segments)));
    }
}
