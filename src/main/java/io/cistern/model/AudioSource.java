package io.cistern.model;

import io.cistern.audio.AudioDecoder;
import java.util.Arrays;

/**
 * Consecutive frames of a recording. A frame stands for 10 ms and is worked out from the 400 samples around its middle, so
 * that a piece of a recording carries some samples of what is before and after it.
 *
 * @param samples mono samples between -1 and 1 at 16 kHz, from 200 before the first frame's middle to 200 behind the last
 *     one's, as far as the recording has them; what it lacks at its ends is mirrored
 * @param context samples before the first frame's middle, at most 200: less than that only at the recording's beginning
 * @param frames frames that the recording has here; what is missing to a whole window has the features' mean, 0
 * @param highestLogMel highest log10 mel energy of the whole recording, which features are scaled by; NaN if these
 *     frames are all of it
 */
public record AudioSource(float[] samples, int context, int frames, float highestLogMel) implements EncoderSource {

    /** Samples per second: what Whisper and Silero were trained with is what recordings are decoded to. */
    public static final int SAMPLE_RATE = AudioDecoder.SAMPLE_RATE;

    /** Samples from one frame to the next. */
    public static final int HOP = 160;

    /** Samples that a frame takes in on either side of its middle. */
    public static final int REACH = 200;

    /** Frames of a window of 30 s. */
    public static final int WINDOW_FRAMES = 3000;

    public AudioSource {
        if (frames < 1 || context < 0 || context > REACH) {
            throw new IllegalArgumentException("%d frames with %d samples of context".formatted(frames, context));
        }
        int missing = missingAfter(samples.length, context, frames);
        if (missing < 0 || missing >= samples.length || REACH - context >= samples.length) {
            throw new IllegalArgumentException(
                    "%d samples for %d frames with %d samples of context".formatted(samples.length, frames, context));
        }
    }

    /** Returns the only window of a recording of at most 30 s: silence follows it. */
    public static AudioSource shortRecording(float[] samples) {
        int length = WINDOW_FRAMES * HOP;
        if (samples.length > length) {
            throw new IllegalArgumentException(
                    "%d samples are more than a window of %d".formatted(samples.length, length));
        }
        return new AudioSource(Arrays.copyOf(samples, length), 0, WINDOW_FRAMES, Float.NaN);
    }

    /**
     * Cuts frames out of a recording or of a part of it that has the samples around them.
     *
     * @param samples samples of the recording from {@code start} on
     * @param start index in the recording of the first of {@code samples}
     * @param firstFrame first frame of the recording to cut out
     * @param frames frames to cut out: a recording of L samples has L / 160
     * @param highestLogMel highest log10 mel energy of the whole recording, NaN if the frames are all of it
     */
    public static AudioSource slice(float[] samples, long start, long firstFrame, int frames, float highestLogMel) {
        long middle = firstFrame * HOP;
        long from = Math.max(0, middle - REACH);
        long to = Math.min(start + samples.length, middle + (frames - 1L) * HOP + REACH);
        float[] cut = Arrays.copyOfRange(samples, Math.toIntExact(from - start), Math.toIntExact(to - start));
        return new AudioSource(cut, Math.toIntExact(middle - from), frames, highestLogMel);
    }

    /** Returns the samples that are mirrored before the first. */
    public int missingBefore() {
        return REACH - context;
    }

    /** Returns the samples that are mirrored behind the last. */
    public int missingAfter() {
        return missingAfter(samples.length, context, frames);
    }

    private static int missingAfter(int length, int context, int frames) {
        return context + (frames - 1) * HOP + REACH - length;
    }
}
