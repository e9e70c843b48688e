package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.model.CrossAttention;
import io.cistern.testing.LetterTokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each decode of a job gives what it gives alone, from what the encoder wrote once. */
class FollowUpTests {

    private static final int ROWS = 4;
    private static final int[] INPUT = {5, 9, 1};

    private final HashedModel model = new HashedModel();
    private final HashedCache cache = new HashedCache(new CacheCapacity(ROWS, 20, 16));
    private final DecodingBatch batch = new DecodingBatch(model, cache, new LetterTokenizer());

    @AfterEach
    void allRowsAreFreeAtTheEnd() {
        assertThat(batch.isEmpty()).isTrue();
        assertThat(cache.freeRows()).isEqualTo(ROWS);
    }

    @Test
    void everyDecodeGivesWhatItGivesAlone() {
        List<GenerationConfig> configs = List.of(
                GenerationConfig.builder(1)
                        .decoderPromptIds(List.of(0, 4, 4, 7))
                        .build(),
                GenerationConfig.builder(9)
                        .doSample(true)
                        .candidates(4)
                        .numReturnSequences(4)
                        .seed(7)
                        .build(),
                GenerationConfig.builder(12)
                        .numBeams(4)
                        .numReturnSequences(2)
                        .decoderPromptIds(List.of(0, 3))
                        .build());
        List<GenerationResult> alone = configs.stream().map(this::decoded).toList();
        model.inputsOfEncodeCalls.clear();

        List<GenerationResult> seen = new ArrayList<>();
        Queue<GenerationConfig> next = new ArrayDeque<>(configs.subList(1, 3));
        GenerationConfig first = GenerationConfig.builder(1)
                .decoderPromptIds(List.of(0, 4, 4, 7))
                .numBeams(4)
                .build();
        GenerationJob job = new GenerationJob(INPUT, first).withFollowUp(result -> {
            seen.add(result);
            return next.poll();
        });
        run(job);

        assertThat(seen).hasSize(3);
        assertThat(seen.subList(1, 3)).isEqualTo(alone.subList(1, 3));
        assertThat(job.result().join()).isEqualTo(alone.get(2));
        assertThat(model.inputsOfEncodeCalls).as("encoded once").containsExactly(1);
    }

    @Test
    void theResultTellsHowItsTokensAttendToTheInput() {
        int[] prompt = {0, 6};
        GenerationJob job = new GenerationJob(INPUT, config(5)).withFollowUp(new FollowUp() {

            @Override
            public @Nullable GenerationConfig after(GenerationResult result) {
                return null;
            }

            @Override
            public int[] tokensToAlign(GenerationResult accepted) {
                return prompt;
            }
        });
        run(job);

        CrossAttention attention = job.result().join().crossAttention();
        assertThat(attention).isNotNull();
        assertThat(attention.tokens()).isEqualTo(2);
        assertThat(attention.positions()).isEqualTo(INPUT.length);
    }

    @Test
    void withoutAQuestionThereIsNoAttention() {
        assertThat(decoded(config(5)).crossAttention()).isNull();
    }

    @Test
    void aDecodeThatDoesNotFitFailsTheJob() {
        assertFailsAfter(config(20)).isInstanceOf(CacheCapacityExceededException.class);
        assertFailsAfter(GenerationConfig.builder(5).numBeams(2).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("decoding again takes 2 rows and the job holds 1");
    }

    @Test
    void aFollowUpThatFailsFailsItsJobOnly() {
        GenerationJob other = new GenerationJob(INPUT, config(9));
        assertThat(batch.tryJoin(other)).isTrue();
        GenerationJob job = new GenerationJob(INPUT, config(5)).withFollowUp(result -> {
            throw new IllegalStateException("no idea");
        });
        run(job);

        assertThatThrownBy(job.result()::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(other.result()).isCompleted();
    }

    private AbstractThrowableAssert<?, ?> assertFailsAfter(GenerationConfig next) {
        GenerationJob job = new GenerationJob(INPUT, config(5)).withFollowUp(result -> next);
        run(job);
        return assertThatThrownBy(job.result()::join).cause();
    }

    private static GenerationConfig config(int maxNewTokens) {
        return GenerationConfig.builder(maxNewTokens).build();
    }

    private GenerationResult decoded(GenerationConfig config) {
        GenerationJob job = new GenerationJob(INPUT, config);
        run(job);
        return job.result().join();
    }

    private void run(GenerationJob job) {
        assertThat(batch.tryJoin(job)).isTrue();
        while (!batch.isEmpty()) {
            batch.step();
        }
    }
}
