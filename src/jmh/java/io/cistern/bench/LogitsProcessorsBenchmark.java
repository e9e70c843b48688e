package io.cistern.bench;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.TokenHistory;
import io.cistern.generation.logits.LogitsProcessor;
import io.cistern.generation.logits.LogitsProcessors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One row's scores of a T5 vocabulary through each processor; NONE is the copy that all of them begin with. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LogitsProcessorsBenchmark {

    private static final int VOCABULARY = 32128;
    private static final int HISTORY = 64;

    /** What a request asks for. */
    public enum Setting {
        NONE,
        MIN_NEW_TOKENS,
        REPETITION_PENALTY,
        NO_REPEAT_NGRAM,
        TOP_K,
        TOP_P,
        TYPICAL_P,
        ALL;

        private GenerationConfig config() {
            GenerationConfig.Builder config = GenerationConfig.builder(2 * HISTORY);
            if (covers(MIN_NEW_TOKENS)) {
                config.minNewTokens(2 * HISTORY);
            }
            if (covers(REPETITION_PENALTY)) {
                config.repetitionPenalty(1.2f);
            }
            if (covers(NO_REPEAT_NGRAM)) {
                config.noRepeatNgramSize(3);
            }
            if (covers(TOP_K)) {
                config.topK(50);
            }
            if (covers(TOP_P)) {
                config.topP(0.9f);
            }
            if (covers(TYPICAL_P)) {
                config.typicalP(0.9f);
            }
            return config.build();
        }

        private boolean covers(Setting setting) {
            return this == setting || this == ALL;
        }
    }

    @Param
    public Setting setting;

    private final float[] logits = new float[VOCABULARY];
    private final float[] scores = new float[VOCABULARY];
    private final TokenHistory history = new TokenHistory(0);
    private List<LogitsProcessor> processors = List.of();

    @Setup
    public void prepare() {
        Random random = new Random(1);
        for (int id = 0; id < VOCABULARY; id++) {
            logits[id] = (float) (3 * random.nextGaussian());
        }
        for (int i = 1; i < HISTORY; i++) {
            history.append(random.nextInt(VOCABULARY));
        }
        GenerationConfig config = setting.config();
        processors = new ArrayList<>(LogitsProcessors.of(config, Set.of(1), 1));
        processors.addAll(LogitsProcessors.warpers(config));
        if (setting != Setting.NONE && processors.isEmpty()) {
            throw new IllegalStateException(setting + " makes no processor");
        }
    }

    @Benchmark
    public float[] process() {
        System.arraycopy(logits, 0, scores, 0, VOCABULARY);
        processors.forEach(processor -> processor.process(history, scores));
        return scores;
    }
}
