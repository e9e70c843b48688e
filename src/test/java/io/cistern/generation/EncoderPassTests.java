package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cistern.cache.CacheCapacity;
import io.cistern.testing.LetterTokenizer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Newcomers are encoded piece by piece, while other rows decode. */
class EncoderPassTests {

    private static final int ROWS = 8;

    private final HashedModel model = new HashedModel();
    private final HashedCache cache = model.allocateCache(new CacheCapacity(ROWS, 20, 1000));
    private final DecodingBatch batch = new DecodingBatch(model, cache, new LetterTokenizer());

    @AfterEach
    void allRowsAreFreeAndAllPassesClosedAtTheEnd() {
        while (!batch.isEmpty()) {
            batch.step();
        }
        assertThat(cache.freeRows()).isEqualTo(ROWS);
        assertThat(model.closedPasses).hasValue(model.passes.get());
    }

    @Test
    void rowsDecodeBetweenThePieces() {
        GenerationJob running = join(3);
        batch.step();
        model.encoderPieces = 3;
        GenerationJob newcomer = join(4);

        for (int piece = 0; piece < 3; piece++) {
            assertThat(batch.isEncoding()).isTrue();
            assertThat(batch.encode()).isEqualTo(1);
            batch.decode();
        }
        assertThat(batch.isEncoding()).isFalse();
        finish();
        assertThat(tokens(running)).isEqualTo(alone(3));
        assertThat(tokens(newcomer)).isEqualTo(alone(4));
    }

    @Test
    void whoComesDuringAPassIsInTheNext() {
        model.encoderPieces = 2;
        join(3);
        batch.encode();
        join(4);
        join(5);

        batch.encode();
        assertThat(batch.isEncoding()).isTrue();
        assertThat(batch.encode()).isEqualTo(2);
        batch.encode();
        assertThat(model.inputsOfEncodeCalls).containsExactly(1, 2);
    }

    @Test
    void theFirstIsNeverLeftOutAndTheClosestInLengthComeWithIt() {
        join(700);
        join(3);
        join(750);
        join(4);

        assertThat(batch.encode())
                .as("700, 750 and what else fits in 1500 positions")
                .isEqualTo(4);
        join(900);
        join(5);
        join(800);
        assertThat(batch.encode())
                .as("900 and 5; with 800 it would be too much")
                .isEqualTo(2);
        assertThat(batch.encode()).isEqualTo(1);
        assertThat(model.inputsOfEncodeCalls).containsExactly(4, 2, 1);
    }

    @Test
    void whileNobodyDecodesAllGoTogether() {
        join(900);
        join(800);
        join(700);

        assertThat(batch.encode()).isEqualTo(3);
    }

    @Test
    void whatDoesNotAttendTogetherHasAPassForEach() {
        model.encodesTogether = false;
        join(900);
        join(3);
        join(900);

        assertThat(batch.encode()).isEqualTo(1);
        assertThat(batch.isDecoding())
                .as("the first need not wait for the others")
                .isTrue();
        assertThat(batch.encode()).isEqualTo(1);
        assertThat(batch.encode()).isEqualTo(1);
        assertThat(batch.isEncoding()).isFalse();
    }

    @Test
    void whatLeftBeforeItsPassIsNeverEncoded() {
        model.encodesTogether = false;
        model.encoderPieces = 2;
        join(3);
        GenerationJob leaving = join(4);
        GenerationJob staying = join(5);
        batch.encode();
        leaving.result().cancel(false);
        batch.removeAbandoned();
        finish();

        assertThat(model.passes).hasValue(2);
        assertThat(tokens(staying)).isEqualTo(alone(5));
    }

    @Test
    void aPassThatEverybodyLeftIsClosedAtOnce() {
        model.encoderPieces = 3;
        GenerationJob first = join(3);
        GenerationJob second = join(4);
        batch.encode();

        first.result().cancel(false);
        batch.removeAbandoned();
        assertThat(model.closedPasses).hasValue(0);
        assertThat(cache.freeRows()).isEqualTo(ROWS - 1);

        second.result().cancel(false);
        batch.removeAbandoned();
        assertThat(model.closedPasses).hasValue(1);
        assertThat(batch.isEmpty()).isTrue();
        assertThat(model.inputsOfEncodeCalls).isEmpty();
    }

    @Test
    void whoTakesTheRowsOfOneThatLeftThePassIsNotHarmedByIt() {
        model.encoderPieces = 2;
        GenerationJob leaving = join(3);
        GenerationJob staying = join(4);
        batch.encode();
        leaving.result().cancel(false);
        batch.removeAbandoned();
        GenerationJob next = join(5);
        finish();

        assertThat(tokens(staying)).isEqualTo(alone(4));
        assertThat(tokens(next)).isEqualTo(alone(5));
    }

    @Test
    void aPieceThatFailsFailsThePassOnly() {
        GenerationJob running = join(3);
        batch.step();
        model.encoderPieces = 2;
        model.beforeEncode = () -> {
            throw new IllegalStateException("native failure");
        };
        GenerationJob newcomer = join(4);
        batch.encode();
        batch.encode();

        assertThatThrownBy(newcomer.result()::join).hasCauseInstanceOf(IllegalStateException.class);
        model.beforeEncode = () -> {};
        finish();
        assertThat(tokens(running)).isEqualTo(alone(3));
    }

    private GenerationJob join(int length) {
        GenerationJob job =
                new GenerationJob(input(length), GenerationConfig.builder(12).build());
        assertThat(batch.tryJoin(job)).isTrue();
        return job;
    }

    private static int[] input(int length) {
        int[] ids = new int[length];
        Arrays.setAll(ids, index -> 2 + (index * 7 + length) % 20);
        return ids;
    }

    private static int[] tokens(GenerationJob job) {
        return job.result().join().sequences().get(0).tokenIds();
    }

    private static int[] alone(int length) {
        HashedModel model = new HashedModel();
        DecodingBatch batch =
                new DecodingBatch(model, model.allocateCache(new CacheCapacity(1, 20, 1000)), new LetterTokenizer());
        GenerationJob job =
                new GenerationJob(input(length), GenerationConfig.builder(12).build());
        assertThat(batch.tryJoin(job)).isTrue();
        while (!batch.isEmpty()) {
            batch.step();
        }
        return tokens(job);
    }

    private void finish() {
        while (!batch.isEmpty()) {
            batch.step();
        }
    }
}
