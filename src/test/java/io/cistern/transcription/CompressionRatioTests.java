package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Lengths by Python's zlib.compress. */
class CompressionRatioTests {

    @Test
    void countsBytes() {
        assertThat(CompressionRatio.of("And so my fellow Americans ask not what your country can do for you"))
                .isCloseTo(67f / 66, within(1e-6f));
        assertThat(CompressionRatio.of("客観的実在の判断的知識が整理するのである")).isCloseTo(60f / 69, within(1e-6f));
    }

    @Test
    void isHighForTextThatRepeatsItself() {
        assertThat(CompressionRatio.of("la ".repeat(20).strip())).isCloseTo(59f / 14, within(1e-6f));
    }

    @Test
    void isZeroForNoText() {
        assertThat(CompressionRatio.of("")).isZero();
    }
}
