package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ai.djl.engine.EngineException;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.t5.T5Family;
import io.cistern.program.Engine;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call into the native library that really fails: an id beyond the embedding's rows. */
class NativeFailureTests {

    private static final Path FOLDER = Path.of("models", "g2p-en");
    private static final CacheCapacity CAPACITY = new CacheCapacity(4, 40, 40);
    private static final int FAILURES = 1000;

    private final ComputeLane lane = new ComputeLane(Engine::prepareThread);
    private final TextTokenizer tokenizer = TokenizerLoader.load(FOLDER);
    private final EncoderDecoderModel model =
            lane.await(() -> new ModelFamilies(new T5Family()).load(FOLDER, Precision.FP32));
    private final EncoderDecoderCache cache = lane.await(() -> model.allocateCache(CAPACITY));
    private final DecodeLoop loop = new DecodeLoop("g2p-en", model, cache, tokenizer, 8, 0.5, lane, StepObserver.NONE);

    @AfterEach
    void close() {
        loop.close();
        cache.close();
        model.close();
        lane.close();
    }

    @Test
    void failuresCostNothingAndHarmNobody() {
        int[] known = tokenizer.encode("pronounce: hello");
        GenerationJob before = job(known);
        run(before);
        int arrays = lane.await(model::liveArrays);

        for (int i = 0; i < FAILURES; i++) {
            GenerationJob failing = job(new int[] {3, model.config().vocabularySize() + 100_000, 1});
            run(failing);
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(failing.result()::join)
                    .withCauseInstanceOf(EngineException.class);
        }

        GenerationJob after = job(known);
        run(after);
        assertThat(after.result().join().sequences().get(0).tokenIds())
                .isEqualTo(before.result().join().sequences().get(0).tokenIds());
        assertThat(lane.await(model::liveArrays)).isEqualTo(arrays);
        assertThat(lane.await(cache::freeRows)).isEqualTo(CAPACITY.maxBatchSize());
        assertThat(loop.isRunning()).isTrue();
    }

    private void run(GenerationJob job) {
        loop.submit(DecodeJob.of(job, StepObserver.NONE));
        job.result().handle((result, failure) -> true).join();
    }

    private static GenerationJob job(int[] ids) {
        return new GenerationJob(ids, GenerationConfig.builder(20).build());
    }
}
