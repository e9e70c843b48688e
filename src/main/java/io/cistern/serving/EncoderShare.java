package io.cistern.serving;

import java.time.Duration;

/**
 * Keeps the encoder to its share of a model's computing time while rows decode: each piece is owed time to the decoder,
 * and the next piece waits until decoder steps have paid for it. Time that the encoder does not use is not saved up.
 */
final class EncoderShare {

    private final double decoderPerEncoder;
    private double owedNanos;

    /** @param share above 0, at most 1 */
    EncoderShare(double share) {
        this.decoderPerEncoder = (1 - share) / share;
    }

    /** Returns whether the encoder may compute its next piece; without rows that decode it always may. */
    boolean allows(boolean decoding) {
        if (!decoding) {
            owedNanos = 0;
        }
        return owedNanos <= 0;
    }

    /** A piece was computed while rows waited to decode. */
    void encoded(Duration duration) {
        owedNanos += duration.toNanos() * decoderPerEncoder;
    }

    void decoded(Duration duration) {
        owedNanos = Math.max(0, owedNanos - duration.toNanos());
    }
}
