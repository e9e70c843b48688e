package io.cistern.transcription.speech;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns probabilities into segments, chunk by chunk and in constant memory.
 *
 * <p>Rules: {@code get_speech_timestamps_from_probs} in snakers4/silero-vad, src/silero_vad/utils_vad.py.
 */
final class SpeechSegmenter {

    /** A pause must be longer than this, 98 ms, for speech to be cut in it. */
    private static final long MIN_PAUSE_SAMPLES = 1568;

    private static final long NONE = -1;

    private final SpeechDetectionConfig config;
    private final List<SpeechSegment> ready = new ArrayList<>();

    /** Samples heard. */
    private long position;

    /** Where the present speech began. */
    private long start = NONE;

    /** Where the silence began that may end the present speech. */
    private long silence = NONE;

    private @Nullable SpeechSegment longestPause;

    /** A segment whose padding on the right depends on the next one. */
    private @Nullable SpeechSegment last;

    SpeechSegmenter(SpeechDetectionConfig config) {
        this.config = config;
    }

    /**
     * Hears the next chunk.
     *
     * @param samples its length, shorter than a chunk only at the end of the recording
     */
    void accept(double probability, int samples) {
        long now = position;
        position += samples;
        if (probability >= config.threshold()) {
            speak(now);
        }
        if (start != NONE && now - start > config.samplesBeforeCut()) {
            cut(now);
        }
        if (start != NONE && probability < config.silenceThreshold()) {
            pause(now);
        }
        settle();
    }

    private void speak(long now) {
        if (start == NONE) {
            start = now;
        }
        if (silence != NONE) {
            remember(new SpeechSegment(silence, now));
            silence = NONE;
        }
    }

    private void remember(SpeechSegment pause) {
        boolean longest = longestPause == null || pause.length() > longestPause.length();
        if (pause.length() > MIN_PAUSE_SAMPLES && longest) {
            longestPause = pause;
        }
    }

    private void cut(long now) {
        SpeechSegment pause = longestPause;
        if (pause == null) {
            add(start, now);
            listen(NONE);
        } else {
            add(start, pause.start());
            listen(pause.end());
        }
    }

    private void pause(long now) {
        if (silence == NONE) {
            silence = now;
        }
        if (now - silence >= config.minSilenceSamples()) {
            addIfLong(start, silence);
            listen(NONE);
        }
    }

    private void listen(long speechStart) {
        start = speechStart;
        silence = NONE;
        longestPause = null;
    }

    private void addIfLong(long from, long to) {
        if (to - from > config.minSpeechSamples()) {
            add(from, to);
        }
    }

    /** Neighbours that are closer than their paddings share what lies between them. */
    private void add(long from, long to) {
        long before = config.paddingSamples();
        if (last != null) {
            before = Math.min(before, (from - last.end()) / 2);
            ready.add(new SpeechSegment(last.start(), last.end() + before));
        }
        last = new SpeechSegment(Math.max(0, from - before), to);
    }

    /** Releases the last segment once none that follows can come close to it. */
    private void settle() {
        long next = start == NONE ? position : start;
        if (last != null && next - last.end() >= 2 * config.paddingSamples()) {
            release(last);
        }
    }

    private void release(SpeechSegment segment) {
        ready.add(new SpeechSegment(segment.start(), Math.min(position, segment.end() + config.paddingSamples())));
        last = null;
    }

    /** Ends the recording, and with it speech that goes on. */
    void finish() {
        if (start != NONE) {
            addIfLong(start, position);
            listen(NONE);
        }
        if (last != null) {
            release(last);
        }
    }

    /** Returns the segments that became final since the last call. */
    List<SpeechSegment> take() {
        List<SpeechSegment> taken = List.copyOf(ready);
        ready.clear();
        return taken;
    }

    /** Returns the first sample that a segment not yet returned may hold. */
    long undecidedFrom() {
        if (last != null) {
            return last.start();
        }
        return Math.max(0, (start == NONE ? position : start) - config.paddingSamples());
    }
}
