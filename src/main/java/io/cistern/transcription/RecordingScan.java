package io.cistern.transcription;

import static io.cistern.model.AudioSource.HOP;
import static io.cistern.model.AudioSource.WINDOW_FRAMES;

import io.cistern.transcription.speech.SpeechDetector;
import io.cistern.transcription.speech.SpeechSegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a whole recording before its first window can be decoded.
 *
 * @param length in samples
 * @param speech where somebody speaks
 * @param highestLogMel highest log10 mel energy
 */
record RecordingScan(long length, SpeechMap speech, float highestLogMel) {

    /** Reads a recording of at least a frame to its end, in constant memory. */
    static RecordingScan of(SlidingSamples samples, ModelCalls model, boolean voiceActivity) {
        return new Reading(samples, model, voiceActivity ? model.newSpeechDetector() : null).read();
    }

    /** The way through one recording. */
    private static final class Reading {

        private static final int BLOCK = WINDOW_FRAMES * HOP;

        private final SlidingSamples samples;
        private final ModelCalls model;
        private final @Nullable SpeechDetector detector;
        private final List<SpeechSegment> speech = new ArrayList<>();
        private float highest = Float.NEGATIVE_INFINITY;

        Reading(SlidingSamples samples, ModelCalls model, @Nullable SpeechDetector detector) {
            this.samples = samples;
            this.model = model;
            this.detector = detector;
        }

        RecordingScan read() {
            for (long from = 0; ; from += BLOCK) {
                // The frames of this block reach into the next one, which tells too whether there is a next one.
                samples.readTo(from + 2L * BLOCK);
                long to = Math.min(samples.end(), from + BLOCK);
                if (to <= from) {
                    break;
                }
                hear(samples.copy(from, to));
                measure(from / HOP, (int) Math.min(WINDOW_FRAMES, (samples.end() - from) / HOP));
            }
            return new RecordingScan(samples.end(), speechMap(), highest);
        }

        private void hear(float[] block) {
            SpeechDetector voices = detector;
            if (voices != null) {
                speech.addAll(model.compute(() -> voices.add(block)));
            }
        }

        private void measure(long frame, int frames) {
            if (frames > 0) {
                highest = Math.max(highest, model.highestLogMel(samples.frames(frame, frames, Float.NaN)));
            }
        }

        private SpeechMap speechMap() {
            SpeechDetector voices = detector;
            if (voices == null) {
                return SpeechMap.everywhere();
            }
            speech.addAll(model.compute(voices::finish));
            return new SpeechMap(speech);
        }
    }
}
