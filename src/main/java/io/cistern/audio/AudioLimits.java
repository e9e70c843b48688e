package io.cistern.audio;

import java.time.Duration;

/**
 * What a recording may cost, whatever its header says.
 *
 * @param maxUploadBytes bytes of the recording as it arrives
 * @param maxDuration length of the recording in whole seconds, counted in decoded samples
 * @param maxDecodedBytes bytes that its decoder may put out, before they are mixed and resampled: more channels and
 *     higher sample rates cost more
 */
public record AudioLimits(long maxUploadBytes, Duration maxDuration, long maxDecodedBytes) {

    public AudioLimits {
        if (maxUploadBytes < 1 || maxDuration.toSeconds() < 1 || maxDecodedBytes < 1) {
            throw new IllegalArgumentException("audio limits must be at least 1: %d bytes, %s, %d decoded bytes"
                    .formatted(maxUploadBytes, maxDuration, maxDecodedBytes));
        }
    }

    void checkUploadBytes(long bytes) {
        check(AudioTooLongException.Bound.UPLOAD_BYTES, bytes, maxUploadBytes);
    }

    void checkDecodedBytes(long bytes) {
        check(AudioTooLongException.Bound.DECODED_BYTES, bytes, maxDecodedBytes);
    }

    void checkSamples(long samples) {
        long begunSeconds = (samples + AudioDecoder.SAMPLE_RATE - 1) / AudioDecoder.SAMPLE_RATE;
        check(AudioTooLongException.Bound.SECONDS, begunSeconds, maxDuration.toSeconds());
    }

    private static void check(AudioTooLongException.Bound bound, long given, long limit) {
        if (given > limit) {
            throw new AudioTooLongException(bound, given, limit);
        }
    }
}
