package io.cistern.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.t5.T5Family;
import io.cistern.program.Engine;
import io.cistern.testing.GoldenCheckpoint;
import io.cistern.testing.GoldenCheckpoint.Case;
import io.cistern.testing.GoldenCheckpoint.Run;
import io.cistern.testing.IdTokenizer;
import io.cistern.testing.RecordingModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The nine promises of a cache that is allocated once, each on a checkpoint whose relative position bias is shared by
 * the layers and on one where every layer has its own. Memory that nobody may read is NaN, so that reading it shows.
 * The checkpoints compute with all threads although they are small.
 */
@ParameterizedClass
@MethodSource("checkpoints")
class CapacityContractTests {

    private static final CacheCapacity CAPACITY = new CacheCapacity(6, 20, 64);
    private static final CacheCapacity TEN_TIMES = new CacheCapacity(60, 200, 640);
    private static final List<Integer> ENCODER_LENGTHS = List.of(1, 2, 7, 16, 64);
    private static final int NEW_TOKENS = 10;
    private static final int OUT_OF_VOCABULARY = 1_000_000;
    private static final float LOGIT_TOLERANCE = 1e-4f;
    private static final long SEED = Long.getLong("seed", 20261130L);

    /** By checkpoint: what a growing cache gives is computed once for all tests. */
    private static final Map<String, Map<Request, List<int[]>>> EXPECTED = new HashMap<>();

    private final GoldenCheckpoint golden;
    private final RecordingModel model;
    private final Map<Request, List<int[]>> expected;

    CapacityContractTests(GoldenCheckpoint golden) {
        this.golden = golden;
        this.expected = EXPECTED.computeIfAbsent(golden.toString(), first -> new HashMap<>());
        this.model = new RecordingModel(new ModelFamilies(new T5Family(0)).load(golden.folder(), Precision.FP32));
    }

    static Stream<GoldenCheckpoint> checkpoints() {
        Set<String> names = Set.of("flan-t5-like", "umt5-bias-per-layer");
        return GoldenCheckpoint.of(new T5Family()).filter(golden -> names.contains(golden.toString()));
    }

    @BeforeAll
    static void prepareEngine() {
        Engine.prepare(0);
        Engine.prepareThread();
        System.out.println("seed " + SEED);
    }

    @AfterEach
    void closeModel() {
        model.close();
    }

    // 1. Once

    @Test
    void everyBufferIsAllocatedAtStartAndStaysTheSame() {
        try (TensorCache cache = poisoned(CAPACITY)) {
            List<NDArray> buffers = buffers(cache);
            List<Shape> shapes = buffers.stream().map(NDArray::getShape).toList();
            assertThat(cache.allocations()).isEqualTo(4);
            assertThat(cache.bytes()).isEqualTo(model.config().cacheShape().bytes(CAPACITY));
            int alive = model.liveArrays();

            sweep(cache, situations());

            assertThat(cache.allocations()).isEqualTo(4);
            assertThat(model.liveArrays()).isEqualTo(alive);
            assertThat(buffers(cache))
                    .usingElementComparator((one, other) -> one == other ? 0 : 1)
                    .isEqualTo(buffers);
            assertThat(buffers(cache)).extracting(NDArray::getShape).isEqualTo(shapes);
        }
    }

    // 2. Any smaller size

    @Test
    void everyBatchSizeAndEncoderLengthFitsInAscendingOrder() {
        try (TensorCache cache = poisoned(CAPACITY)) {
            sweep(cache, situations());
        }
    }

    @Test
    void everyBatchSizeAndEncoderLengthFitsInDescendingOrder() {
        List<Situation> situations = situations();
        Collections.reverse(situations);
        try (TensorCache cache = poisoned(CAPACITY)) {
            sweep(cache, situations);
        }
    }

    @Test
    void everyBatchSizeAndEncoderLengthFitsInAnyOrder() {
        List<Situation> situations = situations();
        Collections.shuffle(situations, new Random(SEED));
        try (TensorCache cache = poisoned(CAPACITY)) {
            sweep(cache, situations);
        }
    }

    @Test
    void rowsOfOneBatchMayDifferInEverything() {
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < CAPACITY.maxBatchSize(); i++) {
            requests.add(new Request(ENCODER_LENGTHS.get(i % ENCODER_LENGTHS.size()), i, 1, 1 + 3 * i));
        }
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, requests);
        }
    }

    // 3. Identical

    @Test
    void sequencesAreThoseOfTransformersAndOfAGrowingCache() {
        for (Case batch : golden.cases()) {
            for (Run run : batch.runs()) {
                for (int i = 0; i < batch.inputs().size(); i++) {
                    int count = run.config().numReturnSequences();
                    List<int[]> reference = run.sequences().subList(i * count, (i + 1) * count);
                    try (TensorCache cache = poisoned(new CacheCapacity(5, 40, 70));
                            EncoderDecoderCache growing = model.growingCache()) {
                        String label = "%s %s input %d".formatted(batch.name(), run.label(), i);
                        assertSequences(label, alone(cache, batch.tokenIds(i), run.config()), reference);
                        assertSequences(label, alone(growing, batch.tokenIds(i), run.config()), reference);
                    }
                }
            }
        }
    }

    @Test
    void logitsAreThoseOfAGrowingCache() {
        for (int length : ENCODER_LENGTHS) {
            Request request = new Request(length, 0, 1, NEW_TOKENS);
            try (TensorCache cache = poisoned(CAPACITY);
                    EncoderDecoderCache growing = model.growingCache()) {
                assertLogits(logits(cache, request), logits(growing, request));
            }
        }
    }

    // 4. No history

    @Test
    void nothingThatIsLeftBehindIsRead() {
        List<Situation> situations = situations();
        Collections.shuffle(situations, new Random(SEED + 1));
        try (TensorCache cache = poisoned(CAPACITY)) {
            for (Situation situation : situations) {
                poison(cache);
                assertGenerated(cache, situation.requests());
            }
        }
    }

    @Test
    void nothingIsWrittenOutsideTheLease() {
        try (TensorCache cache = poisoned(CAPACITY);
                CacheLease lowest = cache.lease(1, 1).orElseThrow();
                CacheLease second = cache.lease(1, 1).orElseThrow()) {
            List<int[]> generated = assertGenerated(cache, List.of(new Request(7, 3, 1, NEW_TOKENS)));

            int[] self = new int[CAPACITY.maxBatchSize()];
            int[] cross = new int[CAPACITY.maxBatchSize()];
            self[2] = generated.get(0).length;
            cross[2] = 7;
            assertWritten(cache, self, cross);
        }
    }

    @Test
    void releasingLeavesTheBuffersAsTheyAre() {
        try (TensorCache cache = poisoned(CAPACITY)) {
            DecodingBatch batch = new DecodingBatch(model, cache, new IdTokenizer());
            GenerationJob job = new Request(7, 0, 3, NEW_TOKENS).job();
            assertThat(batch.tryJoin(job)).isTrue();
            batch.step();
            batch.step();
            List<float[]> before = values(cache);
            job.result().cancel(false);

            batch.step();

            assertThat(cache.freeRows()).isEqualTo(CAPACITY.maxBatchSize());
            assertThat(Arrays.deepEquals(values(cache).toArray(), before.toArray()))
                    .isTrue();
        }
    }

    // 5. Cost follows use

    @Test
    void aTenTimesLargerCapacityTouchesTheSameMemory() {
        for (int length : ENCODER_LENGTHS) {
            Request request = new Request(length, 1, 1, NEW_TOKENS);
            try (TensorCache small = poisoned(CAPACITY);
                    TensorCache large = poisoned(TEN_TIMES)) {
                assertLogits(logits(large, request), logits(small, request));
                assertThat(lengths(large.selfKeys())).startsWith(lengths(small.selfKeys()));
                assertThat(lengths(large.crossKeys())).startsWith(lengths(small.crossKeys()));
                assertThat(written(large)).isEqualTo(written(small)).isPositive();
            }
        }
    }

    @Test
    void aTenTimesLargerCapacityGivesTheDecoderTheSameInputs() {
        Situation situation = new Situation(3, 16, 2);
        try (TensorCache small = poisoned(CAPACITY);
                TensorCache large = poisoned(TEN_TIMES)) {
            model.forget();
            assertGenerated(small, situation.requests());
            List<String> inputs = List.copyOf(model.calls());
            model.forget();
            assertGenerated(large, situation.requests());
            assertThat(model.calls()).isEqualTo(inputs);
        }
    }

    // 6. No neighbours

    @Tag("threads")
    @Test
    void requestsThatComeAndGoAtAnyTimeDoNotChangeOneAnother() {
        Random random = new Random(SEED + 2);
        try (TensorCache cache = poisoned(CAPACITY)) {
            DecodingBatch batch = new DecodingBatch(model, cache, new IdTokenizer());
            Map<Request, GenerationJob> jobs = new HashMap<>();
            Deque<Request> waiting = new ArrayDeque<>(anyRequests(random, 120));
            int abandoned = 0;
            while (!waiting.isEmpty() || !batch.isEmpty()) {
                while (!waiting.isEmpty() && random.nextInt(3) > 0) {
                    GenerationJob job = waiting.peek().job();
                    if (!batch.tryJoin(job)) {
                        break;
                    }
                    jobs.put(waiting.remove(), job);
                }
                if (random.nextInt(8) == 0) {
                    abandoned += abandonOne(jobs, random);
                }
                batch.step();
            }
            assertThat(abandoned).isPositive();
            assertThat(jobs).hasSize(120 - abandoned);
            jobs.forEach((request, job) -> assertSequences(request.toString(), sequences(job), expected(request)));
            assertThat(cache.freeRows()).isEqualTo(CAPACITY.maxBatchSize());
            assertThat(cache.allocations()).isEqualTo(4);
        }
    }

    @Tag("threads")
    @Test
    void theSameSeedDrawsTheSameTokensInAnyCompany() {
        GenerationConfig drawing = GenerationConfig.builder(NEW_TOKENS)
                .doSample(true)
                .temperature(1.5f)
                .seed(SEED)
                .build();
        int[] input = new Request(7, 0, 1, NEW_TOKENS).input();
        try (TensorCache cache = poisoned(CAPACITY)) {
            List<int[]> alone = alone(cache, input, drawing);
            for (int neighbours = 1; neighbours < CAPACITY.maxBatchSize(); neighbours++) {
                List<GenerationJob> jobs = new ArrayList<>(new Situation(neighbours, 64, 1)
                        .requests().stream().map(Request::job).toList());
                GenerationJob job = new GenerationJob(input, drawing);
                jobs.add(neighbours / 2, job);
                run(cache, jobs);
                assertSequences(neighbours + " neighbours", sequences(job), alone);
            }
        }
    }

    // 7. Over capacity is an answer

    static Stream<Arguments> tooLarge() {
        return Stream.of(
                Arguments.of(new Request(7, 0, 7, NEW_TOKENS), Bound.BATCH_SIZE, 7, 6),
                Arguments.of(new Request(7, 0, 1, 20), Bound.CACHE_LENGTH, 21, 20),
                Arguments.of(new Request(65, 0, 1, NEW_TOKENS), Bound.ENCODER_LENGTH, 65, 64));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void whatDoesNotFitIsRefusedBeforeAnyComputation(Request request, Bound bound, int requested, int available) {
        try (TensorCache cache = poisoned(CAPACITY)) {
            DecodingBatch batch = new DecodingBatch(model, cache, new IdTokenizer());
            model.forget();

            assertThatExceptionOfType(CacheCapacityExceededException.class)
                    .isThrownBy(() -> batch.tryJoin(request.job()))
                    .satisfies(refusal -> {
                        assertThat(refusal.bound()).isEqualTo(bound);
                        assertThat(refusal.requested()).isEqualTo(requested);
                        assertThat(refusal.available()).isEqualTo(available);
                        assertThat(refusal)
                                .hasMessageContainingAll(
                                        Integer.toString(requested), Integer.toString(available), bound.setting());
                    });

            assertThat(batch.isEmpty()).isTrue();
            batch.step();
            assertThat(model.calls()).isEmpty();
            assertThat(written(cache)).isZero();
            assertThat(cache.freeRows()).isEqualTo(CAPACITY.maxBatchSize());
        }
    }

    @Test
    void whatJustFitsIsServedWhole() {
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, List.of(new Request(64, 0, 6, 19)));
            assertThat(lengths(cache.crossKeys())).containsExactly(64, 0, 0, 0, 0, 0);
        }
    }

    // 8. Beams share

    @Test
    void allBeamsAttendToOneCrossAttentionRow() {
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, List.of(new Request(9, 0, 4, NEW_TOKENS)));

            assertThat(lengths(cache.crossKeys())).containsExactly(9, 0, 0, 0, 0, 0);
            assertThat(lengths(cache.crossValues())).containsExactly(9, 0, 0, 0, 0, 0);
            assertThat(Arrays.copyOf(lengths(cache.selfKeys()), 4)).doesNotContain(0);
            assertThat(Arrays.copyOfRange(lengths(cache.selfKeys()), 4, 6)).containsOnly(0);
            assertThat(Arrays.copyOfRange(lengths(cache.selfValues()), 4, 6)).containsOnly(0);
        }
    }

    @Test
    void beamsAreReorderedInsideTheirRows() {
        try (TensorCache cache = poisoned(CAPACITY);
                CacheLease taken = cache.lease(1, 1).orElseThrow()) {
            model.forget();

            assertGenerated(cache, List.of(new Request(16, 0, 4, NEW_TOKENS)));

            // The first copy spreads the one row of the prompt; later ones reorder.
            assertThat(model.copiedRows()).hasSizeGreaterThan(1);
            assertThat(model.copiedRows().stream().flatMapToInt(Arrays::stream)).allMatch(row -> row >= 1 && row <= 4);
            assertThat(lengths(cache.selfKeys())[0]).isZero();
            assertThat(cache.allocations()).isEqualTo(4);
        }
    }

    // 9. Never attend what is not there

    @ParameterizedTest
    @CsvSource({"64,1", "64,2", "16,7", "64,16"})
    void aShortInputDoesNotSeeTheLongOneBeforeItInItsRow(int before, int after) {
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, List.of(new Request(before, 0, 1, NEW_TOKENS)));
            assertGenerated(cache, List.of(new Request(after, 1, 1, NEW_TOKENS)));

            assertThat(lengths(cache.crossKeys())).containsExactly(before, 0, 0, 0, 0, 0);
        }
    }

    @Test
    void everyRowFollowsItsOwnEncoderLength() {
        List<Request> ragged = IntStream.range(0, ENCODER_LENGTHS.size())
                .mapToObj(i -> new Request(ENCODER_LENGTHS.get(i), i, 1, NEW_TOKENS))
                .toList();
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, ragged);

            assertThat(lengths(cache.crossKeys())).containsExactly(1, 2, 7, 16, 64, 0);
            assertThat(lengths(cache.crossValues())).containsExactly(1, 2, 7, 16, 64, 0);
        }
    }

    // What a promise of years needs: nothing leaks

    @Test
    void manyGenerationsLeaveNoNativeArrayBehind() {
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, new Situation(2, 7, 3).requests());
            int alive = model.liveArrays();
            for (int i = 0; i < 100; i++) {
                assertGenerated(cache, new Situation(1 + i % 2, ENCODER_LENGTHS.get(i % 5), 1 + i % 3).requests());
            }
            assertThat(model.liveArrays()).isEqualTo(alive);
        }
    }

    /** The programs find out about a token that is not in the vocabulary: in the encoder or in the decoder's prompt. */
    enum Failure {
        ENCODER,
        DECODER;

        GenerationJob job() {
            return this == ENCODER
                    ? new GenerationJob(new int[] {5, OUT_OF_VOCABULARY}, config(1, NEW_TOKENS))
                    : new GenerationJob(
                            new int[] {5, 1},
                            GenerationConfig.builder(NEW_TOKENS)
                                    .decoderPromptIds(List.of(0, OUT_OF_VOCABULARY))
                                    .build());
        }
    }

    @ParameterizedTest
    @EnumSource
    void failingCallsFreeTheirRowsAndLeaveNoNativeArrayBehind(Failure failure) {
        Request next = new Request(7, 0, 2, NEW_TOKENS);
        try (TensorCache cache = poisoned(CAPACITY)) {
            assertGenerated(cache, List.of(next));
            int alive = model.liveArrays();
            for (int i = 0; i < 5 * CAPACITY.maxBatchSize(); i++) {
                GenerationJob failing = failure.job();
                run(cache, List.of(failing));
                assertThat(failing.result()).isCompletedExceptionally();
                assertThat(cache.freeRows()).isEqualTo(CAPACITY.maxBatchSize());
                assertThat(model.liveArrays()).isEqualTo(alive);
                assertGenerated(cache, List.of(next));
            }
        }
    }

    /** One input that is fully described by its numbers. */
    private record Request(int encoderLength, int number, int beams, int newTokens) {

        int[] input() {
            return new Random(SEED + 1000L * encoderLength + number)
                    .ints(encoderLength, 2, 96)
                    .toArray();
        }

        GenerationJob job() {
            return new GenerationJob(input(), config(beams, newTokens));
        }
    }

    /** Equally long inputs at the same time. */
    private record Situation(int batchSize, int encoderLength, int beams) {

        List<Request> requests() {
            return IntStream.range(0, batchSize)
                    .mapToObj(number -> new Request(encoderLength, number, beams, NEW_TOKENS))
                    .toList();
        }
    }

    private static List<Situation> situations() {
        List<Situation> situations = new ArrayList<>();
        for (int batchSize = 1; batchSize <= CAPACITY.maxBatchSize(); batchSize++) {
            for (int length : ENCODER_LENGTHS) {
                situations.add(new Situation(batchSize, length, 1));
                if (2 * batchSize <= CAPACITY.maxBatchSize()) {
                    situations.add(new Situation(batchSize, length, CAPACITY.maxBatchSize() / batchSize));
                }
            }
        }
        return situations;
    }

    private static List<Request> anyRequests(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Request(
                        ENCODER_LENGTHS.get(random.nextInt(ENCODER_LENGTHS.size())),
                        number,
                        1 + random.nextInt(4),
                        1 + random.nextInt(19)))
                .toList();
    }

    private static int abandonOne(Map<Request, GenerationJob> jobs, Random random) {
        List<Request> running = jobs.keySet().stream()
                .filter(request -> !jobs.get(request).result().isDone())
                .toList();
        if (running.isEmpty()) {
            return 0;
        }
        jobs.remove(running.get(random.nextInt(running.size()))).result().cancel(false);
        return 1;
    }

    private static GenerationConfig config(int beams, int newTokens) {
        return GenerationConfig.builder(newTokens)
                .numBeams(beams)
                .numReturnSequences(beams)
                .build();
    }

    private void sweep(TensorCache cache, List<Situation> situations) {
        situations.forEach(situation -> assertGenerated(cache, situation.requests()));
        List<String> results = situations.stream()
                .flatMap(situation -> situation.requests().stream())
                .distinct()
                .filter(request -> request.beams() == 1)
                .map(request -> Arrays.toString(expected(request).get(0)))
                .toList();
        assertThat(Set.copyOf(results)).as("results that tell inputs apart").hasSizeGreaterThan(results.size() / 2);
    }

    /** Generates from all requests together and compares each with its own run in a growing cache. */
    private List<int[]> assertGenerated(TensorCache cache, List<Request> requests) {
        List<GenerationJob> jobs = requests.stream().map(Request::job).toList();
        run(cache, jobs);
        for (int i = 0; i < jobs.size(); i++) {
            assertSequences(requests.get(i).toString(), sequences(jobs.get(i)), expected(requests.get(i)));
        }
        return jobs.stream().map(job -> sequences(job).get(0)).toList();
    }

    private List<int[]> expected(Request request) {
        return expected.computeIfAbsent(request, missing -> {
            EncoderDecoderModel plain = model.recorded();
            try (EncoderDecoderCache growing = plain.growingCache()) {
                GenerationJob job = missing.job();
                run(plain, growing, List.of(job));
                return sequences(job);
            }
        });
    }

    private List<int[]> alone(EncoderDecoderCache cache, int[] input, GenerationConfig config) {
        GenerationJob job = new GenerationJob(input, config);
        run(cache, List.of(job));
        return sequences(job);
    }

    private List<float[]> logits(EncoderDecoderCache cache, Request request) {
        List<float[]> logits = new ArrayList<>();
        GenerationJob job = request.job().withObserver(values -> logits.add(values.clone()));
        run(cache, List.of(job));
        assertThat(logits).hasSize(sequences(job).get(0).length);
        return logits;
    }

    private void run(EncoderDecoderCache cache, List<GenerationJob> jobs) {
        run(model, cache, jobs);
    }

    private static void run(EncoderDecoderModel model, EncoderDecoderCache cache, List<GenerationJob> jobs) {
        DecodingBatch batch = new DecodingBatch(model, cache, new IdTokenizer());
        assertThat(jobs).allMatch(batch::tryJoin);
        while (!batch.isEmpty()) {
            batch.step();
        }
    }

    private static List<int[]> sequences(GenerationJob job) {
        return job.result().join().sequences().stream()
                .map(GeneratedSequence::tokenIds)
                .toList();
    }

    private static void assertSequences(String label, List<int[]> actual, List<int[]> expected) {
        assertThat(actual.toArray(int[][]::new)).as(label).isDeepEqualTo(expected.toArray(int[][]::new));
    }

    private static void assertLogits(List<float[]> actual, List<float[]> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i)).as("token %d", i).containsExactly(expected.get(i), within(LOGIT_TOLERANCE));
        }
    }

    private static void assertWritten(TensorCache cache, int[] self, int[] cross) {
        assertThat(lengths(cache.selfKeys())).isEqualTo(self);
        assertThat(lengths(cache.selfValues())).isEqualTo(self);
        assertThat(lengths(cache.crossKeys())).isEqualTo(cross);
        assertThat(lengths(cache.crossValues())).isEqualTo(cross);
    }

    private TensorCache poisoned(CacheCapacity capacity) {
        TensorCache cache = (TensorCache) model.allocateCache(capacity);
        poison(cache);
        return cache;
    }

    private static void poison(TensorCache cache) {
        buffers(cache).forEach(buffer -> buffer.muli(Float.NaN));
    }

    private static List<NDArray> buffers(TensorCache cache) {
        return List.of(cache.selfKeys(), cache.selfValues(), cache.crossKeys(), cache.crossValues());
    }

    private static List<float[]> values(TensorCache cache) {
        return buffers(cache).stream().map(NDArray::toFloatArray).toList();
    }

    private static long written(TensorCache cache) {
        return values(cache).stream()
                .mapToLong(values -> IntStream.range(0, values.length)
                        .filter(i -> !Float.isNaN(values[i]))
                        .count())
                .sum();
    }

    /** Returns the positions of each row that are not NaN, which must be its first ones in every layer and head. */
    private static int[] lengths(NDArray buffer) {
        // [layers, rows, N, L, D]
        long[] shape = buffer.getShape().getShape();
        int rows = (int) shape[1];
        int heads = (int) shape[2];
        int length = (int) shape[3];
        int headSize = (int) shape[4];
        float[] values = buffer.toFloatArray();
        int[] lengths = new int[rows];
        for (int row = 0; row < rows; row++) {
            int first = row * heads * length * headSize;
            while (lengths[row] < length && !Float.isNaN(values[first + lengths[row] * headSize])) {
                lengths[row]++;
            }
        }
        for (int i = 0; i < values.length; i++) {
            int position = i / headSize % length;
            int row = i / (headSize * length * heads) % rows;
            if (Float.isNaN(values[i]) != position >= lengths[row]) {
                throw new AssertionError(
                        "row %d position %d is not as in the first layer's first head".formatted(row, position));
            }
        }
        return lengths;
    }
}
