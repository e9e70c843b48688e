package io.cistern.generation.logits;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.generation.TokenHistory;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Borders of the filters, and their selection against a full sort on vocabularies of real size. */
class FilterTests {

    private static final float NONE = Float.NEGATIVE_INFINITY;
    private static final long SEED = 35444;

    @Test
    void topKKeepsAllThatEqualTheLast() {
        assertThat(filtered(new TopKFilter(2), 3, 2, 2, 1, 2)).containsExactly(3, 2, 2, NONE, 2);
    }

    @Test
    void topKLargerThanTheVocabularyKeepsAll() {
        assertThat(filtered(new TopKFilter(9), 3, 2, 1)).containsExactly(3, 2, 1);
    }

    @Test
    void topPKeepsAtLeastTheBest() {
        assertThat(filtered(new TopPFilter(1e-10f), 1, 5, 2)).containsExactly(NONE, 5, NONE);
    }

    /** Four even tokens have 0.25 each: the second reaches 0.5 exactly, which is enough. */
    @ParameterizedTest
    @CsvSource({"0.25, 1", "0.26, 2", "0.5, 2", "0.51, 3", "0.75, 3", "0.76, 4"})
    void topPStopsAtTheTokenThatReachesIt(float p, int kept) {
        assertThat(possible(filtered(new TopPFilter(p), 0, 0, 0, 0)))
                .containsExactly(IntStream.range(0, kept).toArray());
    }

    /** The sum of ten probabilities of 0.1 is not exact in binary; Transformers keeps 3 for 0.3 and 9 for 0.9. */
    @ParameterizedTest
    @CsvSource({"0.2, 2", "0.3, 3", "0.4, 4", "0.5, 5", "0.6, 6", "0.7, 7", "0.8, 8", "0.9, 9"})
    void topPComparesInFloats(float p, int kept) {
        assertThat(possible(filtered(new TopPFilter(p), new float[10]))).hasSize(kept);
    }

    @Test
    void topPKeepsTheLowestIdsOfEqualScores() {
        assertThat(possible(filtered(new TopPFilter(0.6f), 1, 2, 2, 2, 1))).containsExactly(1, 2, 3);
        assertThat(possible(filtered(new TopPFilter(0.5f), 1, 2, 2, 2, 1))).containsExactly(1, 2);
    }

    @Test
    void typicalPKeepsAllWhenAllAreAlike() {
        assertThat(filtered(new TypicalPFilter(0.2f), 1, 1, 1)).containsExactly(1, 1, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 1000, 31_999})
    void topKSelectsWhatASortSelects(int k) {
        Random random = random();
        TopKFilter filter = new TopKFilter(k);
        for (float scale : new float[] {0.1f, 1, 5}) {
            float[] scores = randomScores(random, 32_000, scale);
            float[] sorted = scores.clone();
            Arrays.sort(sorted);
            float threshold = sorted[sorted.length - k];
            assertThat(filtered(filter, scores)).containsExactly(keep(scores, id -> scores[id] >= threshold));
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.5f, 0.9f, 0.99f})
    void topPSelectsWhatASortSelects(float p) {
        Random random = random();
        TopPFilter filter = new TopPFilter(p);
        for (float scale : new float[] {0.1f, 1, 5}) {
            float[] scores = randomScores(random, 250_000, scale);
            assertShareReached(scores, filtered(filter, scores), p, id -> -scores[id]);
        }
    }

    @ParameterizedTest
    @ValueSource(floats = {0.05f, 0.5f, 0.9f, 0.99f})
    void typicalPSelectsWhatASortSelects(float p) {
        Random random = random();
        TypicalPFilter filter = new TypicalPFilter(p);
        for (float scale : new float[] {0.1f, 1, 5}) {
            float[] scores = randomScores(random, 32_000, scale);
            double[] probabilities = softmax(scores);
            double entropy =
                    -Arrays.stream(probabilities).map(x -> x * Math.log(x)).sum();
            assertShareReached(
                    scores, filtered(filter, scores), p, id -> Math.abs(-Math.log(probabilities[id]) - entropy));
        }
    }

    /** What is kept has the smallest keys, reaches p, and would not without its last; 1e-6 for float32 masses. */
    private static void assertShareReached(float[] scores, float[] actual, float p, IntToDoubleFunction key) {
        double[] probabilities = softmax(scores);
        int[] kept = possible(actual);
        double share = Arrays.stream(kept).mapToDouble(id -> probabilities[id]).sum();
        int last = Arrays.stream(kept)
                .boxed()
                .max((a, b) -> Double.compare(key.applyAsDouble(a), key.applyAsDouble(b)))
                .orElseThrow();
        double tied = Arrays.stream(kept)
                .filter(id -> key.applyAsDouble(id) > key.applyAsDouble(last) - 1e-5)
                .mapToDouble(id -> probabilities[id])
                .sum();
        assertThat(share).isGreaterThanOrEqualTo(p - 1e-6);
        assertThat(share - tied).isLessThan(p + 1e-6);
        double closestDropped = IntStream.range(0, scores.length)
                .filter(id -> actual[id] == NONE)
                .mapToDouble(key)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        assertThat(closestDropped).isGreaterThanOrEqualTo(key.applyAsDouble(last) - 1e-5);
    }

    private static float[] keep(float[] scores, IntPredicate kept) {
        float[] result = scores.clone();
        IntStream.range(0, scores.length).filter(kept.negate()).forEach(id -> result[id] = NONE);
        return result;
    }

    private static double[] softmax(float[] scores) {
        double total = IntStream.range(0, scores.length)
                .mapToDouble(id -> Math.exp(scores[id]))
                .sum();
        return IntStream.range(0, scores.length)
                .mapToDouble(id -> Math.exp(scores[id]) / total)
                .toArray();
    }

    private static int[] possible(float[] scores) {
        return IntStream.range(0, scores.length).filter(id -> scores[id] > NONE).toArray();
    }

    private static float[] filtered(LogitsProcessor filter, float... scores) {
        float[] result = scores.clone();
        filter.process(new TokenHistory(0), result);
        return result;
    }

    private static Random random() {
        System.out.println("seed " + SEED);
        return new Random(SEED);
    }

    private static float[] randomScores(Random random, int size, float scale) {
        float[] scores = new float[size];
        for (int id = 0; id < size; id++) {
            scores[id] = (float) random.nextGaussian() * scale;
        }
        return scores;
    }
}
