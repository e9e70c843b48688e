package io.cistern.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.model.EncoderInput;
import io.cistern.testing.LetterTokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodingBatchTests {

    private static final int ROWS = 8;

    private final HashedModel model = new HashedModel();
    private final HashedCache cache = model.allocateCache(new CacheCapacity(ROWS, 20, 16));
    private final DecodingBatch batch = new DecodingBatch(model, cache, new LetterTokenizer());

    @AfterEach
    void allRowsAreFreeAtTheEnd() {
        finish();
        assertThat(cache.freeRows()).isEqualTo(ROWS);
        assertThat(cache.crossInUse.isEmpty()).isTrue();
    }

    @Test
    void greedySearchFollowsTheHighestLogit() {
        for (int first = 2; first < HashedModel.VOCABULARY; first++) {
            int[] input = {first, 7, 1};
            GeneratedSequence sequence =
                    generate(input, GenerationConfig.builder(10)).sequences().get(0);
            int[] expected = greedy(input, 10, 0);
            assertThat(sequence.tokenIds()).isEqualTo(expected);
            assertThat(sequence.finishReason())
                    .isEqualTo(
                            expected[expected.length - 1] == HashedModel.END
                                    ? FinishReason.EOS_TOKEN
                                    : FinishReason.LENGTH);
            assertThat(sequence.text()).isEqualTo(new LetterTokenizer().decode(expected));
        }
    }

    @Test
    void aDecoderPromptOfSeveralTokensIsFedAtOnce() {
        int[] input = {7, 3, 1};
        GenerationResult result =
                generate(input, GenerationConfig.builder(5).minNewTokens(5).decoderPromptIds(List.of(0, 12, 5, 9)));
        assertThat(result.decoderPromptLength()).isEqualTo(4);
        assertThat(result.encoderLength()).isEqualTo(3);
        assertThat(result.seed()).isNull();
        assertThat(model.rowsOfDecodeCalls).hasSize(5);
        assertThat(result.sequences().get(0).tokenIds()[0])
                .isEqualTo(bestButEnd(HashedModel.logits(input, 0, 12, 5, 9)));
    }

    @Test
    void logProbabilitiesAreThoseBeforeAnyProcessor() {
        int[] input = {5, 5, 1};
        GeneratedSequence sequence = generate(
                        input,
                        GenerationConfig.builder(6)
                                .minNewTokens(6)
                                .repetitionPenalty(3)
                                .topTokens(3))
                .sequences()
                .get(0);
        int[] ids = sequence.tokenIds();
        double sum = 0;
        for (int i = 0; i < ids.length; i++) {
            float[] logits = HashedModel.logits(input, history(ids, i));
            double expected = logits[ids[i]] - HashedModel.logSumExp(logits);
            assertThat((double) sequence.tokens().get(i).logProbability()).isCloseTo(expected, within(1e-5));
            assertThat(sequence.topTokens().get(i).stream().map(TokenDetail::id))
                    .isEqualTo(highest(logits, 3));
            sum += expected;
        }
        assertThat((double) sequence.score()).isCloseTo(sum / ids.length, within(1e-5));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void jobsThatJoinAndLeaveInAnyOrderGiveWhatTheyGiveAlone(long seed) {
        Random random = new Random(seed);
        Map<GenerationJob, GenerationResult> alone = new HashMap<>();
        for (int i = 0; i < 60; i++) {
            GenerationJob job = new GenerationJob(randomInput(random), randomConfig(random));
            alone.put(job, generateAlone(job));
        }
        Deque<GenerationJob> waiting = new ArrayDeque<>(alone.keySet());
        while (!waiting.isEmpty() || !batch.isEmpty()) {
            int joining = random.nextInt(3);
            while (joining-- > 0 && !waiting.isEmpty() && batch.tryJoin(waiting.peek())) {
                waiting.remove();
            }
            batch.step();
        }
        alone.forEach((job, expected) -> assertThat(job.result().join())
                .as("%s, seed %d", job.config(), seed)
                .isEqualTo(expected));
        assertThat(model.copiedRows).isPositive();
        assertThat(model.inputsOfEncodeCalls).anyMatch(inputs -> inputs > 1);
        assertThat(model.rowsOfDecodeCalls).anyMatch(rows -> rows == ROWS);
    }

    @Test
    void allRowsMoveInOneCallAndFinishedCandidatesGiveTheirRowsBack() {
        GenerationJob sampled = new GenerationJob(
                new int[] {9, 1},
                GenerationConfig.builder(12)
                        .doSample(true)
                        .candidates(6)
                        .seed(3)
                        .build());
        GenerationJob greedy = new GenerationJob(
                new int[] {3, 4, 1},
                GenerationConfig.builder(12).minNewTokens(12).build());
        assertThat(batch.tryJoin(sampled)).isTrue();
        assertThat(batch.tryJoin(greedy)).isTrue();
        int steps = 0;
        while (!batch.isEmpty()) {
            int inUse = ROWS - cache.freeRows();
            batch.step();
            assertThat(model.rowsOfDecodeCalls.get(steps++)).isEqualTo(inUse);
        }
        assertThat(model.rowsOfDecodeCalls).hasSize(12).first().isEqualTo(7);
        assertThat(model.inputsOfEncodeCalls).containsExactly(2);
        assertThat(lengths(sampled)).as("lengths differ").hasSizeGreaterThan(1);
    }

    @Test
    void candidatesDifferAreOrderedByScoreAndRepeatWithTheirSeed() {
        GenerationConfig.Builder config =
                GenerationConfig.builder(8).doSample(true).candidates(4).seed(11);
        GenerationResult result = generate(new int[] {6, 2, 1}, config);
        assertThat(result.seed()).isEqualTo(11L);
        assertThat(result.sequences()).hasSize(4).doesNotHaveDuplicates();
        assertThat(result.sequences())
                .isSortedAccordingTo(
                        Comparator.comparing(GeneratedSequence::score).reversed());
        assertThat(generate(new int[] {6, 2, 1}, config)).isEqualTo(result);
        assertThat(generate(new int[] {6, 2, 1}, config.seed(12))).isNotEqualTo(result);
    }

    @Test
    void theBestCandidateIsTheLikeliestPerTokenHoweverLong() {
        GenerationConfig.Builder config =
                GenerationConfig.builder(8).doSample(true).temperature(5).candidates(6);
        int longerFirst = 0;
        for (int seed = 0; seed < 50; seed++) {
            List<GeneratedSequence> sequences =
                    generate(new int[] {6, 2, 1}, config.seed(seed)).sequences();
            assertThat(sequences)
                    .isSortedAccordingTo(Comparator.comparingDouble(DecodingBatchTests::meanLogProbability)
                            .reversed());
            longerFirst +=
                    sequences.get(0).tokens().size() > sequences.get(1).tokens().size() ? 1 : 0;
        }
        assertThat(longerFirst)
                .as("seeds with a longer output before a shorter one")
                .isPositive();
    }

    private static double meanLogProbability(GeneratedSequence sequence) {
        return (float) sequence.tokens().stream()
                .mapToDouble(TokenDetail::logProbability)
                .average()
                .orElseThrow();
    }

    @Test
    void aCandidateDoesNotDependOnTheNumberOfOthers() {
        GenerationConfig.Builder config =
                GenerationConfig.builder(8).doSample(true).seed(5);
        List<GeneratedSequence> many =
                generate(new int[] {6, 2, 1}, config.candidates(6)).sequences();
        for (int candidates = 1; candidates < 6; candidates++) {
            assertThat(many)
                    .containsAll(generate(new int[] {6, 2, 1}, config.candidates(candidates))
                            .sequences());
        }
    }

    @Test
    void theTextEndsBeforeAStopString() {
        int[] input = {8, 20, 1};
        GenerationConfig.Builder config = GenerationConfig.builder(9).minNewTokens(9);
        String text = generate(input, config).sequences().get(0).text();
        String stop = text.substring(3, 5);
        int at = text.indexOf(stop);
        GeneratedSequence stopped =
                generate(input, config.stopSequences(List.of(stop))).sequences().get(0);
        assertThat(stopped.text()).isEqualTo(text.substring(0, at));
        assertThat(new LetterTokenizer().decode(stopped.tokenIds())).isEqualTo(text.substring(0, at + 2));
        assertThat(stopped.finishReason()).isEqualTo(FinishReason.STOP_SEQUENCE);
    }

    @Test
    void aListenerHearsEachTokenInItsStep() {
        List<TokenDetail> heard = new ArrayList<>();
        List<List<TokenDetail>> tops = new ArrayList<>();
        GenerationJob job = new GenerationJob(
                        new int[] {8, 9, 1},
                        GenerationConfig.builder(5).minNewTokens(5).topTokens(2).build())
                .withListener((candidate, token, topTokens) -> {
                    heard.add(token);
                    tops.add(topTokens);
                });
        batch.tryJoin(job);
        for (int step = 1; step <= 5; step++) {
            batch.step();
            assertThat(heard).hasSize(step);
        }
        GeneratedSequence sequence = job.result().join().sequences().get(0);
        assertThat(heard).isEqualTo(sequence.tokens());
        assertThat(tops).isEqualTo(sequence.topTokens());
    }

    @Test
    void anObserverSeesTheRawLogitsOfEveryStep() {
        int[] input = {3, 9, 1};
        List<float[]> seen = new ArrayList<>();
        GenerationJob job = new GenerationJob(
                        input,
                        GenerationConfig.builder(4)
                                .minNewTokens(4)
                                .noRepeatNgramSize(1)
                                .build())
                .withObserver(logits -> seen.add(logits.clone()));
        batch.tryJoin(job);
        finish();
        int[] ids = job.result().join().sequences().get(0).tokenIds();
        assertThat(seen).hasSize(4);
        for (int i = 0; i < ids.length; i++) {
            assertThat(seen.get(i)).isEqualTo(HashedModel.logits(input, history(ids, i)));
        }
    }

    @Test
    void aJobWaitsWhileTooFewRowsAreFree() {
        GenerationJob wide = job(GenerationConfig.builder(3).minNewTokens(3).numBeams(5));
        GenerationJob next = job(GenerationConfig.builder(3).minNewTokens(3).numBeams(4));
        assertThat(batch.tryJoin(wide)).isTrue();
        assertThat(batch.tryJoin(next)).isFalse();
        finish();
        assertThat(batch.tryJoin(next)).isTrue();
        finish();
        assertThat(next.result()).isCompleted();
    }

    @Test
    void whatCouldNeverFitIsRefused() {
        assertThatThrownBy(() -> batch.tryJoin(job(GenerationConfig.builder(20))))
                .isInstanceOfSatisfying(CacheCapacityExceededException.class, ex -> {
                    assertThat(ex.bound()).isEqualTo(Bound.CACHE_LENGTH);
                    assertThat(ex.requested()).isEqualTo(21);
                    assertThat(ex.available()).isEqualTo(20);
                });
        assertThatThrownBy(() -> batch.tryJoin(job(GenerationConfig.builder(Integer.MAX_VALUE))))
                .isInstanceOf(CacheCapacityExceededException.class);
        assertThatThrownBy(() -> batch.tryJoin(job(GenerationConfig.builder(5).numBeams(ROWS + 1))))
                .isInstanceOf(CacheCapacityExceededException.class);
        assertThatThrownBy(() -> batch.tryJoin(job(GenerationConfig.builder(5).stopSequences(List.of("")))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.tryJoin(job(GenerationConfig.builder(19)))).isTrue();
    }

    @Test
    void aFailingEncoderFailsTheNewcomersOnly() {
        GenerationJob before = runningJob();
        GenerationJob newcomer = job(GenerationConfig.builder(5));
        batch.tryJoin(newcomer);
        model.beforeEncode = DecodingBatchTests::fail;
        batch.step();
        assertFailed(newcomer, InjectedException.class);
        model.beforeEncode = () -> {};
        finish();
        assertCorrect(before);
    }

    @Test
    void aFailingDecoderFailsTheJobsInTheStepAndTheBatchGoesOn() {
        GenerationJob first = runningJob();
        GenerationJob second = job(GenerationConfig.builder(5).numBeams(3));
        batch.tryJoin(second);
        model.beforeDecode = DecodingBatchTests::fail;
        batch.step();
        assertFailed(first, InjectedException.class);
        assertFailed(second, InjectedException.class);
        assertThat(batch.isEmpty()).isTrue();
        assertThat(cache.freeRows()).isEqualTo(ROWS);
        model.beforeDecode = () -> {};
        GenerationJob third = runningJob();
        finish();
        assertCorrect(third);
    }

    @Test
    void aFailingCopyFailsItsBeamSearchOnly() {
        GenerationJob other = runningJob();
        GenerationJob beams = job(GenerationConfig.builder(5).numBeams(3));
        batch.tryJoin(beams);
        model.beforeCopy = DecodingBatchTests::fail;
        finish();
        assertFailed(beams, InjectedException.class);
        assertCorrect(other);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void logitsThatAreNotNumbersFailTheirJobOnly(int beams) {
        GenerationJob other = runningJob();
        GenerationJob poisoned = new GenerationJob(
                new int[] {23, 23, 1},
                GenerationConfig.builder(5).numBeams(beams).build());
        model.poison(tokenIds(poisoned));
        batch.tryJoin(poisoned);
        batch.step();
        assertFailed(poisoned, LogitsNotFiniteException.class);
        finish();
        assertCorrect(other);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aJobWithoutAnyPossibleTokenFailsAlone(int beams) {
        GenerationJob other = runningJob();
        List<Integer> all = IntStream.range(0, HashedModel.VOCABULARY).boxed().toList();
        GenerationJob impossible =
                job(GenerationConfig.builder(5).numBeams(beams).suppressTokens(all));
        batch.tryJoin(impossible);
        batch.step();
        assertFailed(impossible, NoPossibleTokenException.class);
        finish();
        assertCorrect(other);
    }

    @Test
    void aFailingListenerFailsItsJobOnly() {
        GenerationJob other = runningJob();
        GenerationJob job = job(GenerationConfig.builder(5)).withListener((candidate, token, topTokens) -> fail());
        batch.tryJoin(job);
        batch.step();
        assertFailed(job, InjectedException.class);
        finish();
        assertCorrect(other);
    }

    @Test
    void aCancelledJobLeavesBeforeTheNextStep() {
        GenerationJob running = runningJob();
        GenerationJob newcomer = job(GenerationConfig.builder(5));
        batch.tryJoin(newcomer);
        running.result().cancel(false);
        newcomer.result().cancel(false);
        int calls = model.rowsOfDecodeCalls.size();
        batch.step();
        assertThat(batch.isEmpty()).isTrue();
        assertThat(cache.freeRows()).isEqualTo(ROWS);
        assertThat(model.rowsOfDecodeCalls).hasSize(calls);
        assertThat(model.inputsOfEncodeCalls).hasSize(1);
    }

    @Test
    void rowsAreFreeWhenAResultIsCompleted() {
        GenerationJob job = job(GenerationConfig.builder(4).numBeams(4));
        List<Integer> free = new ArrayList<>();
        job.result().thenRun(() -> free.add(cache.freeRows()));
        batch.tryJoin(job);
        finish();
        assertThat(free).containsExactly(ROWS);
    }

    @Test
    void closingFailsWhatIsLeftAndClosesTheCache() {
        GenerationJob running = runningJob();
        GenerationJob newcomer = job(GenerationConfig.builder(5));
        batch.tryJoin(newcomer);
        batch.close();
        assertFailed(running, IllegalStateException.class);
        assertFailed(newcomer, IllegalStateException.class);
        assertThat(cache.closed).isTrue();
    }

    private static final class InjectedException extends RuntimeException {}

    private static void fail() {
        throw new InjectedException();
    }

    private static void assertFailed(GenerationJob job, Class<? extends Throwable> cause) {
        assertThat(job.result()).isCompletedExceptionally();
        assertThatThrownBy(() -> job.result().join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(cause);
    }

    private static GenerationJob job(GenerationConfig.Builder config) {
        return new GenerationJob(new int[] {4, 10, 6, 1}, config.build());
    }

    /** A greedy job that has made its first step and needs more. */
    private GenerationJob runningJob() {
        int[] input = inputOfLength(4);
        GenerationJob job =
                new GenerationJob(input, GenerationConfig.builder(10).build());
        assertThat(batch.tryJoin(job)).isTrue();
        batch.step();
        assertThat(job.result()).isNotDone();
        return job;
    }

    private static int[] inputOfLength(int outputTokens) {
        return IntStream.range(2, HashedModel.VOCABULARY)
                .mapToObj(first -> new int[] {first, 2, 1})
                .filter(input -> greedy(input, 10, 0).length >= outputTokens)
                .findFirst()
                .orElseThrow();
    }

    private static void assertCorrect(GenerationJob job) {
        assertThat(job.result().join().sequences().get(0).tokenIds()).isEqualTo(greedy(tokenIds(job), 10, 0));
    }

    private static int[] greedy(int[] input, int maxNewTokens, int... prompt) {
        int[] history = prompt;
        int last = -1;
        while (history.length - prompt.length < maxNewTokens && last != HashedModel.END) {
            last = highest(HashedModel.logits(input, history), 1).get(0);
            history =
                    IntStream.concat(IntStream.of(history), IntStream.of(last)).toArray();
        }
        return Arrays.copyOfRange(history, prompt.length, history.length);
    }

    private static List<Integer> highest(float[] logits, int count) {
        return IntStream.range(0, logits.length)
                .boxed()
                .sorted(Comparator.comparing((Integer id) -> logits[id]).reversed())
                .limit(count)
                .toList();
    }

    private static int bestButEnd(float[] logits) {
        return highest(logits, 2).stream()
                .filter(id -> id != HashedModel.END)
                .findFirst()
                .orElseThrow();
    }

    private static int[] history(int[] ids, int count) {
        return IntStream.concat(IntStream.of(0), IntStream.of(ids).limit(count)).toArray();
    }

    private static List<Integer> lengths(GenerationJob job) {
        return job.result().join().sequences().stream()
                .map(sequence -> sequence.tokens().size())
                .distinct()
                .toList();
    }

    private static int[] randomInput(Random random) {
        int length = random.nextInt(1, 16);
        return IntStream.range(0, length)
                .map(i -> i == length - 1 ? 1 : random.nextInt(2, HashedModel.VOCABULARY))
                .toArray();
    }

    private static GenerationConfig randomConfig(Random random) {
        GenerationConfig.Builder config = GenerationConfig.builder(random.nextInt(1, 16))
                .topTokens(random.nextInt(3))
                .seed(random.nextLong())
                .decoderPromptIds(random.nextBoolean() ? List.of() : List.of(0, 7, 3));
        return switch (random.nextInt(4)) {
            case 0 -> config.build();
            case 1 ->
                config.doSample(true).candidates(random.nextInt(1, 5)).topK(10).build();
            case 2 -> config.repetitionPenalty(1.3f).noRepeatNgramSize(2).build();
            default ->
                config.numBeams(random.nextInt(2, 5)).numReturnSequences(2).build();
        };
    }

    private GenerationResult generateAlone(GenerationJob job) {
        return generate(tokenIds(job), job.config());
    }

    private GenerationResult generate(int[] input, GenerationConfig.Builder config) {
        return generate(input, config.build());
    }

    private GenerationResult generate(int[] input, GenerationConfig config) {
        assertThat(batch.isEmpty()).isTrue();
        GenerationJob job = new GenerationJob(input, config);
        assertThat(batch.tryJoin(job)).isTrue();
        finish();
        return job.result().join();
    }

    private void finish() {
        while (!batch.isEmpty()) {
            batch.step();
        }
    }

    private static int[] tokenIds(GenerationJob job) {
        return new EncoderInput(job.source(), 0).tokenIds();
    }
}
