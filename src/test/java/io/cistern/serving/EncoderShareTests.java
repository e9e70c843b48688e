package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderShareTests {

    private static final Duration STEP = Duration.ofMillis(4);
    private static final Duration PIECE = Duration.ofMillis(20);

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.25, 0.5, 0.8})
    void piecesTakeTheirShareOfTheTime(double part) {
        EncoderShare share = new EncoderShare(part);
        long encoded = 0;
        long decoded = 0;
        for (int turn = 0; turn < 20_000; turn++) {
            if (share.allows(true)) {
                share.encoded(PIECE);
                encoded += PIECE.toNanos();
            } else {
                share.decoded(STEP);
                decoded += STEP.toNanos();
            }
        }

        assertThat((double) encoded / (encoded + decoded))
                .as("whole steps are waited for")
                .isBetween(part - 0.1, part + 0.01);
    }

    @Test
    void withoutRowsPiecesNeverWait() {
        EncoderShare share = new EncoderShare(0.1);
        share.encoded(PIECE);

        assertThat(share.allows(true)).isFalse();
        assertThat(share.allows(false)).isTrue();
        assertThat(share.allows(true))
                .as("nothing is owed to those who come later")
                .isTrue();
    }

    @Test
    void timeThatIsNotUsedIsNotSavedUp() {
        EncoderShare share = new EncoderShare(0.5);
        for (int step = 0; step < 1000; step++) {
            share.decoded(STEP);
        }
        share.encoded(PIECE);

        assertThat(share.allows(true)).isFalse();
    }

    @Test
    void aWholeShareNeverWaits() {
        EncoderShare share = new EncoderShare(1);
        share.encoded(PIECE);

        assertThat(share.allows(true)).isTrue();
    }
}
