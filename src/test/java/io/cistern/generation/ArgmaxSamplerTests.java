package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArgmaxSamplerTests {

    private static final float NONE = Float.NEGATIVE_INFINITY;

    private final Sampler sampler = new ArgmaxSampler();

    @Test
    void choosesTheHighestScore() {
        assertThat(sampler.sample(new float[] {-3, -1, -2})).isEqualTo(1);
        assertThat(sampler.sample(new float[] {NONE, NONE, -Float.MAX_VALUE})).isEqualTo(2);
    }

    @Test
    void choosesTheLowestIdOfEqualScores() {
        assertThat(sampler.sample(new float[] {1, 2, 2, 2})).isEqualTo(1);
        assertThat(sampler.sample(new float[] {-0.0f, 0.0f})).isZero();
    }

    @Test
    void refusesToChooseAForbiddenToken() {
        assertThatThrownBy(() -> sampler.sample(new float[] {NONE, NONE}))
                .isInstanceOf(NoPossibleTokenException.class)
                .hasMessageContaining("all 2 tokens are forbidden: forbid fewer by suppress_tokens");
    }
}
