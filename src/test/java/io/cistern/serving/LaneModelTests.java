package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.serving.StepObserver.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LaneModelTests {

    private static final int CALLS = 200;

    private final ComputeLane lane = new ComputeLane();

    @Test
    void programsOfDifferentModelsNeverRunAtTheSameTime() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            EchoModel model = new EchoModel();
            model.beforeDecode = inputs -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.yield();
                running.decrementAndGet();
            };
            threads.add(CompletableFuture.runAsync(
                    () -> decode(new LaneModel(model, lane, (phase, duration) -> {}), CALLS)));
        }

        threads.forEach(CompletableFuture::join);

        assertThat(most).hasValue(1);
    }

    @Test
    void everyProgramCallIsTimedByPhase() {
        List<Phase> phases = new ArrayList<>();
        decode(new LaneModel(new EchoModel(), lane, (phase, duration) -> phases.add(phase)), 2);

        assertThat(phases).containsExactly(Phase.ENCODE, Phase.DECODE, Phase.DECODE);
    }

    private static void decode(EncoderDecoderModel model, int calls) {
        EncoderDecoderCache cache = model.allocateCache(new CacheCapacity(1, 8, 8));
        model.encode(cache, List.of(new EncoderInput(new int[] {2, 1}, 0)));
        for (int call = 0; call < calls; call++) {
            model.decode(cache, List.of(new DecoderInput(0, 0, 2, 0, new int[] {0})))
                    .close();
        }
    }
}
