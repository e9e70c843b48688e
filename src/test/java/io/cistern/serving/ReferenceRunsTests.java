package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.testing.LetterTokenizer;
import io.cistern.tokenization.TextTokenizer;
import org.junit.jupiter.api.Test;

class ReferenceRunsTests {

    private static final int STEPS = 50;

    private final EchoModel model = new EchoModel();
    private final TextTokenizer tokenizer = new LetterTokenizer();
    private final DecodingBatch served =
            new DecodingBatch(model, new RowCache(new CacheCapacity(2, 64, 64)), tokenizer);
    private final ReferenceRuns references =
            new ReferenceRuns(() -> new DecodingBatch(model, model.growingCache(), tokenizer));
    private final DecodeJob job = DecodeJob.verified(
            new GenerationJob(
                    EncodedInput.of(tokenizer, "abcdefgh", null).tokenIds(),
                    GenerationConfig.builder(30).build()),
            StepObserver.NONE);

    @Test
    void aReferenceWaitsForTheRunThatIsServed() {
        join();
        stepReferences();
        assertThat(model.decodeCalls).as("ahead by one step").hasValue(1);

        served.step();
        stepReferences();
        assertThat(model.decodeCalls).as("one served and two of the reference").hasValue(3);
    }

    @Test
    void aReferenceEncodesPieceByPiece() {
        model.encoderPieces = 3;
        join();
        references.step();
        references.step();
        assertThat(model.encodeCalls).hasValue(0);
        references.step();
        assertThat(model.encodeCalls).hasValue(1);
    }

    @Test
    void aReferenceEndsAfterTheRunThatIsServed() {
        join();
        while (!served.isEmpty()) {
            served.step();
        }
        stepReferences();

        assertThat(references.isEmpty()).isTrue();
        assertThat(job.done()).isDone();
        assertThat(job.verification().identical()).isTrue();
        assertThat(job.verification().largestLogitDifference()).isZero();
    }

    private void join() {
        served.tryJoin(job.served());
        references.join(job);
    }

    private void stepReferences() {
        for (int i = 0; i < STEPS; i++) {
            references.step();
        }
    }
}
