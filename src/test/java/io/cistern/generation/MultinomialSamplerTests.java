package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultinomialSamplerTests {

    private static final float NONE = Float.NEGATIVE_INFINITY;

    /** Chi-square of 100,000 draws with 4 degrees of freedom: 18.47 is exceeded once in a thousand seeds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 42, 20261130})
    void drawsEachTokenAsOftenAsItsProbability(long seed) {
        System.out.println("seed " + seed);
        double[] probabilities = {0.5, 0.25, 0.125, 0.1, 0, 0.025};
        float[] scores = new float[probabilities.length];
        for (int id = 0; id < scores.length; id++) {
            scores[id] = (float) Math.log(probabilities[id]) + 7;
        }
        int draws = 100_000;
        int[] counts = new int[scores.length];
        Sampler sampler = new MultinomialSampler(new SplittableRandom(seed));
        for (int i = 0; i < draws; i++) {
            counts[sampler.sample(scores)]++;
        }
        assertThat(counts[4]).isZero();
        double chiSquare = IntStream.of(0, 1, 2, 3, 5)
                .mapToDouble(id -> Math.pow(counts[id] - draws * probabilities[id], 2) / (draws * probabilities[id]))
                .sum();
        assertThat(chiSquare).isLessThan(18.47);
    }

    /**
     * With ten even tokens a draw is the first decimal of the number behind it. SplitMix64 started at 0 gives
     * e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec, 1b39896a51a8749b (Steele et al., 2014):
     * 0.883, 0.431, 0.026, 0.970, 0.106 of 2^64.
     */
    @Test
    void sameSeedGivesTheSameDrawsOnEveryJvm() {
        Sampler sampler = new MultinomialSampler(new SplittableRandom(0));
        assertThat(IntStream.range(0, 5).map(i -> sampler.sample(new float[10])))
                .containsExactly(8, 4, 0, 9, 1);
    }

    @Test
    void takesOneNumberPerTokenWhateverTheScores() {
        SplittableRandom random = new SplittableRandom(3);
        Sampler sampler = new MultinomialSampler(random);
        sampler.sample(new float[100]);
        sampler.sample(new float[] {NONE, 2});
        SplittableRandom expected = new SplittableRandom(3);
        expected.nextLong();
        expected.nextLong();
        assertThat(random.nextLong()).isEqualTo(expected.nextLong());
    }

    @Test
    void extremeScoresNeitherOverflowNorVanish() {
        Sampler sampler = new MultinomialSampler(new SplittableRandom(4));
        for (int i = 0; i < 100; i++) {
            assertThat(sampler.sample(new float[] {-Float.MAX_VALUE, Float.MAX_VALUE, NONE}))
                    .isEqualTo(1);
            assertThat(sampler.sample(new float[] {NONE, NONE, -Float.MAX_VALUE, NONE}))
                    .isEqualTo(2);
        }
    }

    @Test
    void smallerVocabularyAfterALargerOneIsDrawnFromAlone() {
        Sampler sampler = new MultinomialSampler(new SplittableRandom(5));
        sampler.sample(new float[1000]);
        assertThat(IntStream.range(0, 1000).map(i -> sampler.sample(new float[2])))
                .containsOnly(0, 1);
    }

    @Test
    void refusesToDrawAForbiddenToken() {
        Sampler sampler = new MultinomialSampler(new SplittableRandom(6));
        assertThatThrownBy(() -> sampler.sample(new float[] {NONE, NONE, NONE}))
                .isInstanceOf(NoPossibleTokenException.class);
    }

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
    void refusesScoresThatAreNoDistribution(float score) {
        Sampler sampler = new MultinomialSampler(new SplittableRandom(7));
        assertThatThrownBy(() -> sampler.sample(new float[] {1, score})).isInstanceOf(IllegalArgumentException.class);
    }
}
