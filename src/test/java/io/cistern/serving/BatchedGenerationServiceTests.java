package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.serving.GenerationAnswer.Verification;
import io.cistern.testing.LetterTokenizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchedGenerationServiceTests {

    private static final CacheCapacity CAPACITY = new CacheCapacity(4, 20, 12);
    private static final int QUEUE_CAPACITY = 8;
    private static final DeadlineProperties DEADLINES =
            new DeadlineProperties(Duration.ofMinutes(2), Duration.ofMinutes(30));

    private final EchoModel model = new EchoModel();
    private final RowCache cache = new RowCache(CAPACITY);
    private final LetterTokenizer tokenizer = new LetterTokenizer();
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private final ComputeLane lane = new ComputeLane(() -> {});
    private final DecodeLoop loop =
            new DecodeLoop("echo", model, cache, tokenizer, QUEUE_CAPACITY, 0.5, lane, StepObserver.NONE);
    private final ServedModel served = new LoadedModel(
            "echo",
            model.config(),
            CAPACITY,
            new CapacitySettings(0, CapacityOverride.NONE),
            tokenizer,
            model.precision());
    private final GenerationService service = new BatchedGenerationService(new DecodeLoops(List.of(loop)), DEADLINES);

    @BeforeEach
    void open() {
        loop.open();
    }

    @AfterEach
    void stop() {
        loop.close();
        lane.close();
        clients.shutdownNow();
    }

    @Test
    void everyInputIsAnsweredInItsPlace() {
        GenerationAnswer answer = generate(task("abc", "z", "hello"));

        assertThat(texts(answer)).containsExactly("abc", "z", "hello");
        assertThat(answer.inputTokens().get(0)).containsExactly(2, 3, 4, EchoModel.END);
        assertThat(answer.truncatedTokens()).containsExactly(0, 0, 0);
        assertThat(answer.verification()).isNull();
        assertThat(answer.queued()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(answer.inference()).isPositive();
    }

    @Test
    void generationEndsAtTheTokenLimit() {
        GenerationAnswer answer = generate(new GenerationTask(List.of("hello"), config(2), null, false));

        GeneratedSequence sequence = answer.results().get(0).sequences().get(0);
        assertThat(sequence.text()).isEqualTo("he");
        assertThat(sequence.finishReason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void truncationKeepsTheLastTokensWithTheEnd() {
        GenerationAnswer answer = generate(
                new GenerationTask(List.of("abcdefghijklmnop", "xy"), config(13), Truncation.toLast(4), false));

        assertThat(texts(answer)).containsExactly("nop", "xy");
        assertThat(answer.truncatedTokens()).containsExactly(13, 0);
        assertThat(answer.inputTokens().get(0)).endsWith(EchoModel.END).hasSize(4);
    }

    @Test
    void truncationMayKeepTheFirstTokensWithTheEnd() {
        GenerationAnswer answer = generate(
                new GenerationTask(List.of("abcdefghijklmnop", "xy", "abc"), config(13), Truncation.toFirst(4), false));

        assertThat(texts(answer)).containsExactly("abc", "xy", "abc");
        assertThat(answer.truncatedTokens()).containsExactly(13, 0, 0);
        assertThat(answer.inputTokens().get(0)).containsExactly(2, 3, 4, EchoModel.END);
    }

    @Test
    void aTextThatIsCertainNotToFitIsNotTokenized() {
        GenerationTask task = task("abc", "abcdefghijklmnopqrstuvwxyz");
        assertThatExceptionOfType(CacheCapacityExceededException.class)
                .isThrownBy(() -> generate(task))
                .withMessage(
                        "input 1, counted from 0: encoder length of at least 13 exceeds the configured capacity 12 (cistern.capacity.max-encoder-length)")
                .satisfies(failure -> assertThat(failure.requested()).isEqualTo(13))
                .satisfies(failure -> assertThat(failure.setting()).isEqualTo("cistern.capacity.max-encoder-length"));
        assertThat(tokenizer.encoded).hasValue(0);
        assertThat(texts(generate(task.truncated(Truncation.toLast(4))))).containsExactly("abc", "xyz");
    }

    @Test
    void manyClientsGetTheirOwnAnswers() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<CompletableFuture<Void>> answers = new ArrayList<>();
        for (int client = 0; client < 8; client++) {
            List<String> words = random.ints(50, 1, CAPACITY.maxEncoderLength())
                    .mapToObj(length -> word(random, length))
                    .toList();
            answers.add(CompletableFuture.runAsync(() -> words.forEach(this::assertEchoed), clients));
        }

        answers.forEach(CompletableFuture::join);
        awaitFreeRows();
    }

    @Test
    void clientsShareSteps() {
        Gate gate = new Gate();
        CompletableFuture<GenerationAnswer> first = ask("abcdefgh");
        gate.awaitStep();
        List<CompletableFuture<GenerationAnswer>> later = List.of(ask("hgfedcba"), ask("xyz"));
        await().until(() -> loop.queueSize() == 2);
        AtomicInteger mostRows = new AtomicInteger();
        model.beforeDecode = inputs -> mostRows.accumulateAndGet(inputs.size(), Math::max);
        gate.open();

        assertThat(texts(first.join())).containsExactly("abcdefgh");
        assertThat(texts(later.get(0).join())).containsExactly("hgfedcba");
        assertThat(texts(later.get(1).join())).containsExactly("xyz");
        assertThat(mostRows).hasValue(3);
    }

    @Test
    void aFailingStepFailsItsRequestsAndTheNextOneWorks() {
        RuntimeException broken = new IllegalStateException("native failure");
        model.beforeDecode = inputs -> {
            throw broken;
        };

        assertThatExceptionOfType(GenerationFailedException.class)
                .isThrownBy(() -> generate(task("abc", "def")))
                .withMessageContaining("native failure")
                .withCause(broken);

        model.beforeDecode = inputs -> {};
        assertEchoed("hello");
        awaitFreeRows();
        assertThat(loop.isRunning()).isTrue();
    }

    @Test
    void failuresOverAndOverLoseNoRow() {
        model.beforeEncode = inputs -> {
            throw new IllegalStateException("native failure");
        };
        for (int i = 0; i < 20; i++) {
            assertFails(GenerationFailedException.class, () -> generate(task("abc", "def")));
        }

        model.beforeEncode = inputs -> {};
        assertEchoed("hello");
        awaitFreeRows();
    }

    @Test
    void anErrorEndsTheLoopAndItsRequests() {
        model.beforeDecode = inputs -> {
            throw new NoClassDefFoundError("gone");
        };

        assertFails(ModelUnavailableException.class, () -> generate(task("abc")));
        await().until(loop::hasFailed);
        await().until(() -> !loop.isRunning());
        assertFails(ModelUnavailableException.class, () -> generate(task("abc")));
    }

    @Test
    void moreThanTheQueueHoldsIsRefused() {
        Gate gate = new Gate();
        CompletableFuture<GenerationAnswer> running = ask("a", "b", "c", "d");
        gate.awaitStep();
        List<CompletableFuture<GenerationAnswer>> waiting = List.of(ask("e", "f", "g", "h"), ask("i", "j", "k", "l"));
        await().until(() -> loop.queueSize() == QUEUE_CAPACITY);

        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(() -> generate(task("m")))
                .satisfies(ex -> {
                    assertThat(ex.capacity()).isEqualTo(QUEUE_CAPACITY);
                    assertThat(ex.waiting()).isEqualTo(QUEUE_CAPACITY);
                    assertThat(ex.retryAfter()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
                });
        assertThat(tokenizer.encoded).as("not even tokenized").hasValue(12);

        gate.open();
        assertThat(texts(running.join())).containsExactly("a", "b", "c", "d");
        assertThat(texts(waiting.get(0).join())).containsExactly("e", "f", "g", "h");
        assertThat(texts(waiting.get(1).join())).containsExactly("i", "j", "k", "l");
    }

    @Test
    void drainingAnswersWhatWasAcceptedAndRefusesTheRest() {
        Gate gate = new Gate();
        CompletableFuture<GenerationAnswer> running = ask("a", "b", "c", "d");
        gate.awaitStep();
        CompletableFuture<GenerationAnswer> waiting = ask("e", "f");
        await().until(() -> loop.queueSize() == 2);

        CompletableFuture<Void> drained = loop.drain();
        assertFails(ModelUnavailableException.class, () -> generate(task("g")));
        assertThat(drained).isNotDone();
        gate.open();

        drained.join();
        assertThat(texts(running.join())).containsExactly("a", "b", "c", "d");
        assertThat(texts(waiting.join())).containsExactly("e", "f");
        assertThat(loop.hasFailed()).isFalse();
    }

    @Test
    void closingGivesUpWhatIsLeft() {
        Gate gate = new Gate();
        CompletableFuture<GenerationAnswer> running = ask("a", "b", "c", "d");
        gate.awaitStep();
        CompletableFuture<GenerationAnswer> waiting = ask("e");
        await().until(() -> loop.queueSize() == 1);

        CompletableFuture<Void> closed = CompletableFuture.runAsync(loop::close, clients);
        assertFails(ModelUnavailableException.class, () -> {
            while (true) {
                loop.reserve(0).close();
            }
        });
        gate.open();

        closed.join();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(running::join)
                .withCauseInstanceOf(ModelUnavailableException.class);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(waiting::join)
                .withCauseInstanceOf(ModelUnavailableException.class);
        assertThat(cache.freeRows()).isEqualTo(CAPACITY.maxBatchSize());
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsComputed() {
        assertExceeds(Bound.BATCH_SIZE, 5, 4, task("a", "b", "c", "d", "e"));
        assertExceeds(
                Bound.BATCH_SIZE,
                6,
                4,
                task(GenerationConfig.builder(5).numBeams(3).build(), "a", "b"));
        assertExceeds(Bound.CACHE_LENGTH, 21, 20, task(config(20), "a"));
        assertExceeds(
                Bound.CACHE_LENGTH,
                21,
                20,
                task(
                        GenerationConfig.builder(18)
                                .decoderPromptIds(List.of(0, 2, 3))
                                .build(),
                        "a"));
        assertThat(tokenizer.encoded).as("known without tokenizing").hasValue(0);
        assertExceeds(Bound.ENCODER_LENGTH, 13, 12, task("a", "abcdefghijkl"));
        assertThatExceptionOfType(CacheCapacityExceededException.class)
                .isThrownBy(() -> generate(task("a", "abcdefghijkl")))
                .withMessageStartingWith("input 1, counted from 0: encoder length 13 exceeds")
                .satisfies(failure -> assertThat(failure.input()).isEqualTo(1));
        assertThatExceptionOfType(CacheCapacityExceededException.class)
                .isThrownBy(() -> generate(task("abcdefghijkl")))
                .withMessageStartingWith("encoder length 13 exceeds");

        assertThat(model.encodeCalls).hasValue(0);
        assertThat(model.decodeCalls).hasValue(0);
        assertThat(loop.queueSize()).isZero();
    }

    @Test
    void whatFitsExactlyIsServed() {
        assertEchoed("abcdefghijk");
        assertThat(texts(generate(task(config(19), "a", "b", "c", "d")))).containsExactly("a", "b", "c", "d");
    }

    @Test
    void parametersOutOfBoundsAreRefusedBeforeAnythingIsComputed() {
        assertFails(
                InvalidGenerationConfigException.class,
                () -> generate(task(GenerationConfig.builder(5).temperature(0).build(), "a")));
        assertThat(model.encodeCalls).hasValue(0);
    }

    @Test
    void verificationComparesWithAGrowingCache() {
        GenerationAnswer answer = generate(new GenerationTask(List.of("hello", "world"), config(10), null, true));

        assertThat(texts(answer)).containsExactly("hello", "world");
        assertThat(answer.verification()).isEqualTo(new Verification(true, 0));
    }

    @Test
    void verificationSeesACacheThatGivesSomethingElse() {
        AtomicInteger inputs = new AtomicInteger();
        model.beforeEncode = encoded -> {
            if (inputs.getAndIncrement() > 0) {
                encoded.get(0).tokenIds()[0] = 3;
            }
        };

        GenerationAnswer answer = generate(new GenerationTask(List.of("hello"), config(10), null, true));

        assertThat(answer.verification()).isEqualTo(new Verification(false, 20));
    }

    @Test
    void anInterruptedClientGivesItsRowsBack() throws InterruptedException {
        Gate gate = new Gate();
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread client = new Thread(() -> {
            try {
                generate(task("abc"));
            } catch (RuntimeException ex) {
                outcome.complete(ex);
            }
        });
        client.start();
        gate.awaitStep();
        client.interrupt();

        assertThat(outcome.join()).isInstanceOf(GenerationFailedException.class);
        gate.open();
        awaitFreeRows();
        client.join();
    }

    @Test
    void aListenerHearsTheTokensOfEveryInput() throws Exception {
        List<String> heard = Collections.synchronizedList(new ArrayList<>());
        GenerationCall call = service.start(
                served, task("ab", "c"), (input, candidate, token, topTokens) -> heard.add(input + ":" + token.id()));

        call.answer().get();
        assertThat(heard).containsExactlyInAnyOrder("0:2", "0:3", "0:1", "1:4", "1:1");
    }

    @Test
    void aCancelledCallLeavesTheQueueAndItsRows() {
        Gate gate = new Gate();
        GenerationCall running = start(task("a", "b", "c", "d"));
        gate.awaitStep();
        GenerationCall waiting = start(task("e", "f"));

        running.cancel();
        waiting.cancel();
        gate.open();

        assertFails(CancellationException.class, running::await);
        assertFails(CancellationException.class, waiting::await);
        assertEchoed("hello");
        awaitFreeRows();
        assertThat(model.encodeCalls).as("nothing was computed for what waited").hasValue(2);
    }

    @Test
    void aDeadlineThatPassesInTheQueueEndsTheWaitUnrun() {
        Gate gate = new Gate();
        GenerationCall running = start(task("a", "b", "c", "d"));
        gate.awaitStep();

        assertThatExceptionOfType(DeadlineExceededException.class)
                .isThrownBy(() -> generate(within(Duration.ofMillis(1), "e")))
                .satisfies(ex -> {
                    assertThat(ex.phase()).isEqualTo(DeadlineExceededException.Phase.QUEUED);
                    assertThat(ex.bound()).isEqualTo(DeadlineExceededException.Bound.REQUEST);
                });

        gate.open();
        running.await();
        await().until(() -> loop.queueSize() == 0);
        assertThat(model.encodeCalls).as("nothing was run").hasValue(1);
    }

    @Test
    void aDeadlineThatPassesWhileDecodingFreesTheRows() {
        Gate gate = new Gate();
        GenerationCall call = start(within(Duration.ofMillis(50), "a", "b"));
        gate.awaitStep();

        assertThatExceptionOfType(DeadlineExceededException.class)
                .isThrownBy(call::await)
                .satisfies(ex -> {
                    assertThat(ex.phase()).isEqualTo(DeadlineExceededException.Phase.DECODING);
                    assertThat(ex.limit()).isEqualTo(Duration.ofMillis(50));
                });

        gate.open();
        awaitFreeRows();
    }

    @Test
    void aDeadlineBeyondTheMaximumIsRefused() {
        assertThatExceptionOfType(InvalidDeadlineException.class)
                .isThrownBy(() -> start(within(Duration.ofHours(1), "a")))
                .withMessageContaining("cistern.deadline.maximum");
        assertFails(InvalidDeadlineException.class, () -> start(within(Duration.ZERO, "a")));
    }

    private GenerationCall start(GenerationTask task) {
        return service.start(served, task, GenerationListener.NONE);
    }

    private static GenerationTask within(Duration timeout, String... inputs) {
        return new GenerationTask(List.of(inputs), config(13), null, false, timeout);
    }

    private void assertExceeds(Bound bound, int requested, int available, GenerationTask task) {
        assertThatExceptionOfType(CacheCapacityExceededException.class)
                .isThrownBy(() -> generate(task))
                .satisfies(ex -> {
                    assertThat(ex.bound()).isEqualTo(bound);
                    assertThat(ex.requested()).isEqualTo(requested);
                    assertThat(ex.available()).isEqualTo(available);
                });
    }

    private static void assertFails(Class<? extends Throwable> failure, ThrowingCallable call) {
        assertThatExceptionOfType(failure).isThrownBy(call);
    }

    private void assertEchoed(String word) {
        assertThat(texts(generate(task(word)))).containsExactly(word);
    }

    private void awaitFreeRows() {
        await().until(() -> loop.rowsInUse() == 0);
    }

    private CompletableFuture<GenerationAnswer> ask(String... inputs) {
        return CompletableFuture.supplyAsync(() -> generate(task(inputs)), clients);
    }

    private GenerationAnswer generate(GenerationTask task) {
        return service.start(served, task, GenerationListener.NONE).await();
    }

    private static GenerationTask task(String... inputs) {
        return task(config(13), inputs);
    }

    private static GenerationTask task(GenerationConfig config, String... inputs) {
        return new GenerationTask(List.of(inputs), config, null, false);
    }

    private static GenerationConfig config(int maxNewTokens) {
        return GenerationConfig.builder(maxNewTokens).build();
    }

    private static List<String> texts(GenerationAnswer answer) {
        return answer.results().stream()
                .map(result -> result.sequences().get(0).text())
                .toList();
    }

    private static String word(Random random, int length) {
        return random.ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Holds every decoder step until it is opened. */
    private final class Gate {

        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        Gate() {
            model.beforeDecode = inputs -> {
                reached.countDown();
                pass(opened);
            };
        }

        void awaitStep() {
            pass(reached);
        }

        void open() {
            opened.countDown();
        }

        private static void pass(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException ex) {
                throw new AssertionError(ex);
            }
        }
    }
}
