package io.cistern.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.cache.TensorCache;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderSource;
import io.cistern.model.ModelFamilies;
import io.cistern.model.ModelFamily;
import io.cistern.model.Precision;
import io.cistern.model.StepLogits;
import io.cistern.program.Engine;
import io.cistern.testing.GoldenCheckpoint.Case;
import io.cistern.testing.GoldenCheckpoint.Run;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A family against Transformers: logits within 1e-4, equal ids, beam scores within 1e-4, in every cache situation. */
public abstract class FamilyGoldenTests {

    protected static final float LOGIT_TOLERANCE = 1e-4f;
    private static final float SCORE_TOLERANCE = 1e-4f;
    private static final int SHORTEST_DECODER_INPUT = 5;
    private static final long SEED = Long.getLong("seed", 20261130L);

    @BeforeAll
    static void prepareEngine() {
        Engine.prepare(0);
        Engine.prepareThread();
        System.out.println("seed " + SEED);
    }

    private final ModelFamily family;

    /** Subclasses have a static method {@code checkpoints} with those of the family. */
    protected FamilyGoldenTests(ModelFamily family) {
        this.family = family;
    }

    /** Returns a capacity that is larger than any case of the checkpoint needs. */
    protected abstract CacheCapacity larger(GoldenCheckpoint golden);

    @ParameterizedTest
    @MethodSource("checkpoints")
    void logitsAreThoseOfTransformersTokenByToken(GoldenCheckpoint golden) {
        try (EncoderDecoderModel model = load(golden, Precision.FP32);
                EncoderDecoderCache allocated = model.allocateCache(larger(golden));
                EncoderDecoderCache growing = model.growingCache()) {
            for (Case batch : casesWithLogits(golden)) {
                assertLogits(batch, teacherForced(model, allocated, batch, 1));
                assertLogits(batch, teacherForced(model, growing, batch, 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void aPromptOfSeveralTokensGivesTheLogitsOfItsLast(GoldenCheckpoint golden) {
        try (EncoderDecoderModel model = load(golden, Precision.FP32);
                EncoderDecoderCache cache = model.allocateCache(larger(golden))) {
            for (Case batch : casesWithLogits(golden)) {
                for (int tokens : new int[] {2, 3, 6}) {
                    assertLogits(batch, teacherForced(model, cache, batch, tokens));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void generatesTheSameFromALargerCache(GoldenCheckpoint golden) {
        try (EncoderDecoderModel model = load(golden, Precision.FP32)) {
            for (Case batch : golden.cases()) {
                try (DecodingBatch fresh =
                        new DecodingBatch(model, model.allocateCache(larger(golden)), new IdTokenizer())) {
                    batch.runs().forEach(run -> assertRun(batch, run, generate(fresh, batch, run)));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void generatesTheSameFromACacheFullOfNaN(GoldenCheckpoint golden) {
        try (EncoderDecoderModel model = load(golden, Precision.FP32);
                TensorCache cache = (TensorCache) model.allocateCache(larger(golden))) {
            DecodingBatch reused = new DecodingBatch(model, cache, new IdTokenizer());
            long allocations = cache.allocations();
            for (Case batch : golden.cases()) {
                for (Run run : batch.runs()) {
                    poison(cache);
                    assertRun(batch, run, generate(reused, batch, run));
                }
            }
            assertThat(cache.allocations()).isEqualTo(allocations);
            assertThat(cache.freeRows()).isEqualTo(larger(golden).maxBatchSize());
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void generatesTheSameFromAGrowingCache(GoldenCheckpoint golden) {
        try (EncoderDecoderModel model = load(golden, Precision.FP32)) {
            for (Case batch : golden.cases()) {
                for (Run run : batch.runs()) {
                    try (DecodingBatch growing = new DecodingBatch(model, model.growingCache(), new IdTokenizer())) {
                        assertRun(batch, run, generate(growing, batch, run));
                    }
                }
            }
        }
    }

    /** A buffer per step would be freed when the collector comes by, and keep the pages around it from the system. */
    @ParameterizedTest
    @MethodSource("checkpoints")
    void generatingLeavesNoBufferToTheCollector(GoldenCheckpoint golden) {
        try (EncoderDecoderModel model = load(golden, Precision.FP32);
                DecodingBatch batch =
                        new DecodingBatch(model, model.allocateCache(larger(golden)), new IdTokenizer())) {
            Case inputs = golden.cases().get(0);
            inputs.runs().forEach(run -> generate(batch, inputs, run));
            long before = DirectBuffers.pool().getCount();
            inputs.runs().forEach(run -> generate(batch, inputs, run));
            assertThat(DirectBuffers.pool().getCount()).isLessThanOrEqualTo(before);
        }
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void generatesTheSameWithAllCasesInFlightTogether(GoldenCheckpoint golden) {
        List<Pending> all = pending(golden);
        Collections.shuffle(all, new Random(SEED));
        try (EncoderDecoderModel model = load(golden, Precision.FP32);
                TensorCache cache = (TensorCache) model.allocateCache(larger(golden))) {
            poison(cache);
            runTogether(new DecodingBatch(model, cache, new IdTokenizer()), all);
            all.forEach(Pending::assertExpected);
            assertThat(cache.freeRows()).isEqualTo(larger(golden).maxBatchSize());
        }
    }

    /** Alone, rows and threads are others than in the batch: nothing of that may show in a single bit. */
    @Tag("threads")
    @ParameterizedTest
    @MethodSource("checkpoints")
    void eightBitLogitsAreBitwiseTheSameAloneAndInAFullBatch(GoldenCheckpoint golden) {
        assertThat(Engine.threads()).as("engine threads").isGreaterThan(1);
        try (EncoderDecoderModel model = load(golden, Precision.INT8);
                EncoderDecoderCache cache = model.allocateCache(larger(golden))) {
            Case all = together(golden);
            float[][][] full = teacherForced(model, cache, all, 1);
            for (int i = 0; i < all.inputs().size(); i++) {
                Case alone = new Case(
                        "alone",
                        all.inputs().subList(i, i + 1),
                        all.decoderInputs().subList(i, i + 1),
                        null,
                        List.of());
                assertThat(teacherForced(model, cache, alone, 1)[0])
                        .as("input %d", i)
                        .isDeepEqualTo(full[i]);
            }
        }
    }

    /** Returns the inputs of all cases, again and again in another order, as one batch as large as the cache. */
    private Case together(GoldenCheckpoint golden) {
        List<EncoderSource> inputs = new ArrayList<>();
        List<int[]> decoderInputs = new ArrayList<>();
        Random random = new Random(SEED);
        while (inputs.size() < larger(golden).maxBatchSize()) {
            Case batch = golden.cases().get(random.nextInt(golden.cases().size()));
            int input = random.nextInt(batch.inputs().size());
            inputs.add(batch.inputs().get(input));
            decoderInputs.add(Arrays.copyOf(batch.decoderInputs().get(input), SHORTEST_DECODER_INPUT));
        }
        return new Case("together", inputs, decoderInputs, null, List.of());
    }

    protected final EncoderDecoderModel load(GoldenCheckpoint golden, Precision precision) {
        return new ModelFamilies(family).load(golden.folder(), precision);
    }

    private static List<Case> casesWithLogits(GoldenCheckpoint golden) {
        return golden.cases().stream().filter(batch -> batch.logits() != null).toList();
    }

    /** Returns the logits [input][position][vocabulary] of feeding {@code tokens} decoder tokens per call; null where a call ended later. */
    private static float[][][] teacherForced(
            EncoderDecoderModel model, EncoderDecoderCache cache, Case batch, int tokens) {
        List<CacheLease> leases = new ArrayList<>();
        List<EncoderInput> encoderInputs = new ArrayList<>();
        for (EncoderSource input : batch.inputs()) {
            CacheLease lease = cache.lease(1, model.encoderLength(input)).orElseThrow();
            leases.add(lease);
            encoderInputs.add(new EncoderInput(input, lease.crossRow()));
        }
        WholePass.encode(model, cache, encoderInputs);
        int length = batch.decoderInputs().get(0).length;
        float[][][] logits = new float[leases.size()][length][];
        for (int position = 0; position < length; position += tokens) {
            int end = Math.min(position + tokens, length);
            List<DecoderInput> inputs = new ArrayList<>();
            for (int i = 0; i < leases.size(); i++) {
                CacheLease lease = leases.get(i);
                int[] next = Arrays.copyOfRange(batch.decoderInputs().get(i), position, end);
                inputs.add(new DecoderInput(lease.row(0), lease.crossRow(), lease.encoderLength(), position, next));
            }
            try (StepLogits step = model.decode(cache, inputs)) {
                for (int i = 0; i < leases.size(); i++) {
                    logits[i][end - 1] = new float[model.config().vocabularySize()];
                    step.copyTo(i, logits[i][end - 1]);
                }
            }
        }
        leases.forEach(CacheLease::close);
        return logits;
    }

    private static void assertLogits(Case batch, float[][][] actual) {
        for (int i = 0; i < actual.length; i++) {
            for (int position = 0; position < actual[i].length; position++) {
                if (actual[i][position] != null) {
                    assertThat(actual[i][position])
                            .as("%s input %d position %d", batch.name(), i, position)
                            .containsExactly(batch.logits()[i][position], within(LOGIT_TOLERANCE));
                }
            }
        }
    }

    private static List<GenerationResult> generate(DecodingBatch batch, Case inputs, Run run) {
        List<Pending> jobs = new ArrayList<>();
        for (int i = 0; i < inputs.inputs().size(); i++) {
            jobs.add(new Pending(inputs, run, i));
        }
        runTogether(batch, jobs);
        return jobs.stream().map(pending -> pending.job.result().join()).toList();
    }

    private static void runTogether(DecodingBatch batch, List<Pending> jobs) {
        Deque<Pending> waiting = new ArrayDeque<>(jobs);
        while (!waiting.isEmpty() || !batch.isEmpty()) {
            while (!waiting.isEmpty() && batch.tryJoin(waiting.peek().job)) {
                waiting.remove();
            }
            batch.step();
        }
    }

    private static void assertRun(Case batch, Run run, List<GenerationResult> results) {
        for (int i = 0; i < results.size(); i++) {
            assertResult(batch, run, i, results.get(i));
        }
    }

    private static void assertResult(Case batch, Run run, int input, GenerationResult result) {
        int count = run.config().numReturnSequences();
        List<GeneratedSequence> sequences = result.sequences();
        String label = "%s %s input %d".formatted(batch.name(), run.label(), input);
        assertThat(sequences).as(label).hasSize(count);
        for (int i = 0; i < count; i++) {
            assertThat(sequences.get(i).tokenIds())
                    .as("%s sequence %d", label, i)
                    .isEqualTo(run.sequences().get(input * count + i));
            if (run.scores() != null) {
                assertThat(sequences.get(i).score())
                        .as("%s score %d", label, i)
                        .isCloseTo(run.scores()[input * count + i], within(SCORE_TOLERANCE));
            }
        }
    }

    private static List<Pending> pending(GoldenCheckpoint golden) {
        List<Pending> all = new ArrayList<>();
        for (Case batch : golden.cases()) {
            for (Run run : batch.runs()) {
                for (int i = 0; i < batch.inputs().size(); i++) {
                    all.add(new Pending(batch, run, i));
                }
            }
        }
        return all;
    }

    private static void poison(TensorCache cache) {
        for (NDArray buffer : List.of(cache.selfKeys(), cache.selfValues(), cache.crossKeys(), cache.crossValues())) {
            buffer.muli(Float.NaN);
        }
    }

    /** One input of one run on its way through a batch. */
    private static final class Pending {

        private final Case batch;
        private final Run run;
        private final int input;
        private final GenerationJob job;

        private Pending(Case batch, Run run, int input) {
            this.batch = batch;
            this.run = run;
            this.input = input;
            this.job = new GenerationJob(batch.inputs().get(input), run.config());
        }

        private void assertExpected() {
            assertResult(batch, run, input, job.result().join());
        }
    }
}
