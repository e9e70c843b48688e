package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.cistern.cache.CacheCapacity;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.serving.StepObserver.Phase;
import io.cistern.testing.LetterTokenizer;
import io.cistern.transcription.SpeechModel;
import io.cistern.transcription.TranscriptionCancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecodeLoopTests {

    private static final CacheCapacity CAPACITY = new CacheCapacity(4, 40, 20);
    private static final DeadlineProperties DEADLINES =
            new DeadlineProperties(Duration.ofMinutes(2), Duration.ofMinutes(30));

    private final ComputeLane lane = new ComputeLane(() -> {});
    private final LetterTokenizer tokenizer = new LetterTokenizer();
    private final List<CompletableFuture<Void>> holds = new ArrayList<>();
    private final Events events = new Events();
    private final EchoModel model = new EchoModel();
    private final EchoModel otherModel = new EchoModel();
    private final DecodeLoop loop = loop("echo", model, events);
    private final DecodeLoop other = loop("other", otherModel, StepObserver.NONE);
    private final SpeechService speech =
            new QueuedSpeechService(new DecodeLoops(List.of(loop, other)), new VoiceActivity(lane), 1);
    private final ServedModel served = served("echo");
    private final ServedModel otherServed = served("other");

    private ServedModel served(String id) {
        CapacitySettings settings = new CapacitySettings(0, CapacityOverride.NONE);
        return new LoadedModel(id, model.config(), CAPACITY, settings, tokenizer, model.precision());
    }

    private DecodeLoop loop(String id, EchoModel echo, StepObserver observer) {
        return loop(id, echo, 0.5, observer);
    }

    private DecodeLoop loop(String id, EchoModel echo, double encoderShare, StepObserver observer) {
        return new DecodeLoop(id, echo, new RowCache(CAPACITY), tokenizer, 8, encoderShare, lane, observer);
    }

    @BeforeEach
    void open() {
        loop.open();
        other.open();
    }

    @AfterEach
    void close() {
        holds.forEach(hold -> hold.complete(null));
        loop.close();
        other.close();
        lane.close();
    }

    /** Keeps the lane from computing until the returned future, or the test, is completed. */
    private CompletableFuture<Void> hold() {
        CompletableFuture<Void> hold = new CompletableFuture<>();
        holds.add(hold);
        lane.compute(hold::join);
        return hold;
    }

    @Test
    void longEncodingsAreInterruptedBySteps() {
        CompletableFuture<Void> hold = hold();
        GenerationJob running = submit(loop, word(19), 1);
        hold.complete(null);
        await().until(() -> model.decodeCalls.get() > 0 || running.result().isDone());

        CompletableFuture<Void> again = hold();
        events.phases.clear();
        model.encoderPieces = 6;
        GenerationJob first = submit(loop, word(19), 1);
        GenerationJob second = submit(loop, word(18), 1);
        again.complete(null);
        first.result().join();
        second.result().join();

        assertThat(running.result().join().sequences()).hasSize(1);
        assertThat(first.result().join().sequences().get(0).text()).hasSize(19);
        assertThat(events.phases.stream().filter(Phase.ENCODE::equals))
                .as("pieces are turns of their own")
                .hasSizeGreaterThanOrEqualTo(6);
    }

    @Test
    void withAShareOfOneAllAreEncodedBeforeOneDecodes() {
        EchoModel windows = new EchoModel();
        windows.encodesTogether = false;
        windows.encoderPieces = 2;
        try (DecodeLoop encoding = loop("windows", windows, 1, events)) {
            CompletableFuture<Void> hold = hold();
            List<GenerationJob> jobs = List.of(submit(encoding, "ab", 1), submit(encoding, "ba", 1));
            hold.complete(null);
            jobs.forEach(job -> job.result().join());
        }

        assertThat(events.phases.subList(0, 5))
                .containsExactly(Phase.ENCODE, Phase.ENCODE, Phase.ENCODE, Phase.ENCODE, Phase.DECODE);
        assertThat(events.rows.subList(0, 5)).containsExactly(1, 1, 1, 1, 2);
    }

    @Test
    void aModelDoesNotWaitForTheAnswersOfAnother() {
        CompletableFuture<Void> hold = hold();
        List<GenerationJob> flood = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            flood.add(submit(loop, word(19), 1));
        }
        AtomicInteger answeredBefore = new AtomicInteger();
        GenerationJob small = new GenerationJob(ids("ab"), config(10));
        small.result()
                .thenRun(() -> answeredBefore.set((int)
                        flood.stream().filter(job -> job.result().isDone()).count()));
        other.submit(DecodeJob.of(small, StepObserver.NONE));
        hold.complete(null);

        small.result().join();
        flood.forEach(job -> job.result().join());
        assertThat(answeredBefore.get()).isLessThan(flood.size());
    }

    @Test
    void aJobOfManyRowsIsNotOvertakenForEver() {
        CompletableFuture<Void> hold = hold();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<GenerationJob> jobs = List.of(
                told("running", submit(loop, word(19), 1), order),
                told("wide", submit(loop, word(5), 4), order),
                told("after", submit(loop, word(1), 1), order));
        hold.complete(null);
        jobs.forEach(job -> job.result().join());

        assertThat(order).containsExactly("running", "wide", "after");
    }

    @Test
    void anErrorOfOneModelEndsAllLoops() {
        otherModel.beforeDecode = inputs -> {
            throw new OutOfMemoryError("not really");
        };
        GenerationJob job = submit(other, "ab", 1);

        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(job.result()::join)
                .withCauseInstanceOf(ModelUnavailableException.class);
        await().until(() -> loop.hasFailed() && other.hasFailed());
        assertThat(loop.isRunning()).isFalse();
        assertThatExceptionOfType(ModelUnavailableException.class).isThrownBy(() -> loop.reserve(1));
    }

    @Test
    void aFailureOfOneModelIsNoneOfTheOther() {
        otherModel.beforeDecode = inputs -> {
            throw new IllegalStateException("native failure");
        };
        GenerationJob failing = submit(other, "ab", 1);
        GenerationJob well = submit(loop, "ab", 1);

        assertThatExceptionOfType(CompletionException.class).isThrownBy(failing.result()::join);
        assertThat(text(well)).isEqualTo("ab");
        assertThat(other.isRunning()).isTrue();
    }

    @Test
    void aLongStepShowsItsAge() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        model.beforeDecode = inputs -> opened.join();
        GenerationJob job = submit(loop, "ab", 1);

        await().until(() -> loop.stepAge().compareTo(Duration.ofMillis(20)) > 0);
        assertThat(other.stepAge()).isZero();
        opened.complete(null);
        job.result().join();
        await().until(() -> loop.stepAge().isZero());
    }

    @Test
    void drainingWaitsForReservations() {
        AdmissionQueue.Reservation place = loop.reserve(1);
        CompletableFuture<Void> drained = loop.drain();
        lane.await(() -> true);
        assertThat(drained).isNotDone();
        DecodeJob job = DecodeJob.of(new GenerationJob(ids("ab"), config(10)), StepObserver.NONE);
        place.submit(List.of(job));
        place.close();

        drained.join();
        assertThat(text(job.served())).isEqualTo("ab");
        assertThat(loop.isRunning()).isFalse();
        assertThat(loop.hasFailed()).isFalse();
    }

    @Test
    void theObserverHearsOfWaitsAndRows() {
        GenerationService service = new BatchedGenerationService(new DecodeLoops(List.of(loop, other)), DEADLINES);
        GenerationTask task = new GenerationTask(List.of("ab", "c"), config(10), null, false);
        service.start(served, task, GenerationListener.NONE).await();
        assertThat(events.started).hasValue(2);
        assertThat(events.rows).contains(2);
    }

    @Test
    void cancelledCallsGiveTheirPlacesBack() {
        GenerationService service = new BatchedGenerationService(new DecodeLoops(List.of(loop, other)), DEADLINES);
        GenerationTask task = new GenerationTask(List.of("ab", "c"), config(10), null, false);
        CompletableFuture<Void> hold = hold();
        List<GenerationCall> calls = new ArrayList<>();
        // Four inputs for which rows are free, and the eight that may wait.
        for (int i = 0; i < 6; i++) {
            calls.add(service.start(served, task, GenerationListener.NONE));
        }
        assertThatExceptionOfType(QueueFullException.class)
                .isThrownBy(() -> service.start(served, task, GenerationListener.NONE));
        calls.forEach(GenerationCall::cancel);
        assertThat(loop.reserve(8)).isNotNull().satisfies(AdmissionQueue.Reservation::close);
        hold.complete(null);
    }

    @Test
    void aSessionDecodesWindowsAndRunsProgramsWithinOnePlace() {
        try (SpeechSession session = speech.open(served)) {
            List<CompletableFuture<GenerationResult>> windows = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                windows.add(session.decode(new GenerationJob(ids("ab"), config(10))));
            }
            assertThat(session.compute(() -> Thread.currentThread().getName()).join())
                    .isEqualTo("compute");
            assertThat(windows)
                    .allSatisfy(window ->
                            assertThat(window.join().sequences().get(0).text()).isEqualTo("ab"));
            assertThat(loop.queueSize()).isEqualTo(1);
        }
        assertThat(loop.queueSize()).isZero();
    }

    @Test
    void aShortRecordingBeginsWhenItsWindowHasRows() {
        CompletableFuture<Void> hold = hold();
        try (SpeechSession session = speech.open(served)) {
            CompletableFuture<GenerationResult> window = session.decode(new GenerationJob(ids("ab"), config(10)));
            assertThat(session.hasBegun()).isFalse();
            hold.complete(null);
            window.join();
            assertThat(session.hasBegun()).isTrue();
        }
    }

    @Test
    void longRecordingsBeginWhenTheyHaveOneOfTheirModelsPlaces() {
        try (SpeechSession first = speech.open(served);
                SpeechSession second = speech.open(served);
                SpeechSession elsewhere = speech.open(otherServed)) {
            SpeechModel.Place place = first.takeLongPlace();
            assertThat(first.hasBegun()).isTrue();
            CompletableFuture<SpeechModel.Place> waiting = CompletableFuture.supplyAsync(second::takeLongPlace);
            elsewhere.takeLongPlace().close();
            second.takeWindowPlace().close();
            assertThat(second.hasBegun()).isFalse();

            place.close();
            waiting.join().close();
            assertThat(second.hasBegun()).isTrue();
        }
    }

    @Test
    void onlySomeRecordingsAreReadAtTheSameTime() {
        try (SpeechSession session = speech.open(served)) {
            List<SpeechModel.Place> places = new ArrayList<>();
            for (int i = 0; i < 2 * CAPACITY.maxBatchSize(); i++) {
                places.add(session.takeWindowPlace());
            }
            CompletableFuture<SpeechModel.Place> waiting = CompletableFuture.supplyAsync(session::takeWindowPlace);
            assertThat(waiting).isNotDone();
            places.get(0).close();
            waiting.join().close();
            assertThat(session.hasBegun()).isFalse();
        }
    }

    @Test
    void aRecordingThatIsGivenUpNoLongerWaits() {
        try (SpeechSession first = speech.open(served);
                SpeechSession second = speech.open(served)) {
            first.takeLongPlace();
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(TranscriptionCancelledException.class).isThrownBy(second::takeLongPlace);
            assertThat(Thread.interrupted()).as("kept for the caller").isTrue();
            assertThat(second.hasBegun()).isFalse();
        }
    }

    @Test
    void aClosedSessionGivesItsWindowsUp() {
        CompletableFuture<Void> opened = new CompletableFuture<>();
        model.beforeDecode = inputs -> opened.join();
        SpeechSession session = speech.open(served);
        List<CompletableFuture<GenerationResult>> windows = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            windows.add(session.decode(new GenerationJob(ids("ab"), config(10))));
        }
        session.close();
        opened.complete(null);

        assertThat(windows).allSatisfy(window -> assertThat(window).isCancelled());
        await().until(() -> loop.rowsInUse() == 0);
        assertThat(model.decodeCalls.get()).isLessThanOrEqualTo(1);
    }

    @Test
    void aSessionTellsFailuresAsRequestsAreToldThem() {
        model.beforeDecode = inputs -> {
            throw new IllegalStateException("native failure");
        };
        try (SpeechSession session = speech.open(served)) {
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(() -> session.decode(new GenerationJob(ids("ab"), config(10)))
                            .join())
                    .withCauseInstanceOf(GenerationFailedException.class);
        }
    }

    private static GenerationJob told(String name, GenerationJob job, List<String> order) {
        job.result().thenRun(() -> order.add(name));
        return job;
    }

    private GenerationJob submit(DecodeLoop target, String word, int candidates) {
        GenerationConfig config = GenerationConfig.builder(30)
                .doSample(candidates > 1)
                .candidates(candidates)
                .build();
        GenerationJob job = new GenerationJob(ids(word), config);
        target.submit(DecodeJob.of(job, StepObserver.NONE));
        return job;
    }

    private int[] ids(String word) {
        return EncodedInput.of(tokenizer, word, null).tokenIds();
    }

    private static GenerationConfig config(int maxNewTokens) {
        return GenerationConfig.builder(maxNewTokens).build();
    }

    private static String text(GenerationJob job) {
        return job.result().join().sequences().get(0).text();
    }

    private static String word(int length) {
        return "abcdefghijklmnopqrstuvwxyz".substring(0, length);
    }

    private static final class Events implements StepObserver {

        private final List<Phase> phases = Collections.synchronizedList(new ArrayList<>());
        private final List<Integer> rows = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger started = new AtomicInteger();

        @Override
        public void computed(Phase phase, Duration duration, int count) {
            phases.add(phase);
            rows.add(count);
        }

        @Override
        public void started(Duration queued) {
            started.incrementAndGet();
        }
    }
}
