package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.FinishReason;
import io.cistern.generation.GeneratedSequence;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.generation.TokenDetail;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.DeadlineExceededException.Bound;
import io.cistern.serving.DeadlineExceededException.Phase;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationFailedException;
import io.cistern.serving.GenerationListener;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.InvalidDeadlineException;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.ToldFailures;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.ArgumentCaptor;

class MeasuredGenerationServiceTests extends MeasuredServiceTest {

    private static final TokenDetail TOKEN = new TokenDetail(7, 0f);

    private final GenerationService decoded = mock(GenerationService.class);
    private final CompletableFuture<GenerationAnswer> answer = new CompletableFuture<>();
    private final GenerationService service = new MeasuredGenerationService(decoded, requestMeters());

    @BeforeEach
    void anAnswerThatIsOpen() {
        given(decoded.start(any(), any(), any())).willReturn(() -> answer);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new QueueFullException("echo", 1, 1, Duration.ofSeconds(1)), "rejected", "queue_full"),
                Arguments.of(
                        new ModelUnavailableException(ModelUnavailableException.Reason.NOT_READY, "model 'tiny'"),
                        "rejected",
                        "unavailable"),
                Arguments.of(
                        new CacheCapacityExceededException(CacheCapacityExceededException.Bound.ENCODER_LENGTH, 9, 8),
                        "invalid",
                        "encoder_length"),
                Arguments.of(new NoPossibleTokenException(32), "invalid", "no_possible_token"),
                Arguments.of(new InvalidGenerationConfigException("top_p", 2, "below 1"), "invalid", "parameter"),
                Arguments.of(
                        new InvalidDeadlineException(Duration.ofHours(1), Duration.ofMinutes(30)),
                        "invalid",
                        "parameter"),
                Arguments.of(
                        new DeadlineExceededException(Phase.QUEUED, Duration.ofSeconds(1), Bound.SERVICE),
                        "timeout",
                        "queued"),
                Arguments.of(
                        new DeadlineExceededException(Phase.DECODING, Duration.ofSeconds(1), Bound.REQUEST),
                        "timeout",
                        "decoding"),
                Arguments.of(
                        new GenerationFailedException("broken", new IllegalStateException()), "error", "generation"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailureIsCountedWhereverItComesFrom(RuntimeException failure, String outcome, String reason) {
        GenerationCall call = start();
        answer.completeExceptionally(failure);
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(call::await)
                .isSameAs(failure);

        given(decoded.start(any(), any(), any())).willThrow(failure);
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(this::start);

        assertThat(requests(outcome, reason)).isEqualTo(2);
        assertThat(duration(reason).count()).isEqualTo(2);
    }

    static Stream<RuntimeException> toldFailures() {
        return ToldFailures.all().stream().filter(failure -> !(failure instanceof GenerationFailedException));
    }

    /** An outcome that nobody wrote down is an error of the service. */
    @ParameterizedTest
    @MethodSource("toldFailures")
    void whatIsToldAsItIsHasAnOutcome(RuntimeException failure) {
        start();
        answer.completeExceptionally(failure);
        assertThat(meters.find("cistern.requests").counters())
                .filteredOn(counter -> counter.count() > 0)
                .isNotEmpty()
                .noneMatch(counter -> "error".equals(counter.getId().getTag("outcome")));
    }

    @Test
    void anAnswerIsCountedWithItsTokensBeforeItsCallerHasIt() {
        CompletableFuture<Double> seen = start().answer().thenApply(done -> requests("ok", "none"));

        answer.complete(answer(List.of(5, 3), List.of(4, 2)));

        assertThat(seen).isCompletedWithValue(1.0);
        assertThat(tokens("input")).isEqualTo(8);
        assertThat(tokens("output")).isEqualTo(6);
        assertThat(duration("none").count()).isEqualTo(1);
    }

    @Test
    void theFirstTokenIsTimedOnceAndTheOthersUntilTheLast() {
        start();
        GenerationListener listener = listener();
        listener.onToken(0, 0, TOKEN, List.of());
        listener.onToken(0, 0, TOKEN, List.of());
        answer.complete(answer(List.of(5), List.of(4)));

        assertThat(timer("gen_ai.server.time_to_first_token").count()).isEqualTo(1);
        Timer later = timer("gen_ai.server.time_per_output_token");
        assertThat(later.count()).isEqualTo(1);
        assertThat(later.totalTime(TimeUnit.NANOSECONDS))
                .isLessThanOrEqualTo(duration("none").totalTime(TimeUnit.NANOSECONDS) / 3);
    }

    @Test
    void inputsThatMayWaitForEachOtherSayNothingOfTheTimeOfAToken() {
        start();
        GenerationListener listener = listener();
        listener.onToken(0, 0, TOKEN, List.of());
        listener.onToken(1, 0, TOKEN, List.of());
        answer.complete(answer(List.of(5, 3), List.of(4, 2)));

        assertThat(timer("gen_ai.server.time_to_first_token").count()).isEqualTo(1);
        assertThat(meters.find("gen_ai.server.time_per_output_token").timer()).isNull();
    }

    @Test
    void anAnswerThatCannotBeCountedReachesItsCaller() {
        observations.observationConfig().observationHandler(new Broken());
        CompletableFuture<GenerationAnswer> counted = start().answer();
        GenerationAnswer given = answer(List.of(5), List.of(4));
        answer.complete(given);

        assertThat(counted).isCompletedWithValue(given);
    }

    @Test
    void aFailureThatCannotBeCountedReachesItsCaller() {
        observations.observationConfig().observationHandler(new Broken());
        CompletableFuture<GenerationAnswer> counted = start().answer();
        answer.completeExceptionally(new IllegalStateException("the request's own"));

        assertThat(counted).isCompletedExceptionally();
    }

    /** An observer of requests that fails at their end. */
    private static final class Broken implements ObservationHandler<Observation.Context> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }

        @Override
        public void onStop(Observation.Context context) {
            throw new IllegalStateException("broken observer");
        }
    }

    @Test
    void beamSearchHasNoFirstToken() {
        start();
        answer.complete(answer(List.of(5), List.of(4)));

        assertThat(meters.find("gen_ai.server.time_to_first_token").timer()).isNull();
        assertThat(meters.find("gen_ai.server.time_per_output_token").timer()).isNull();
    }

    @Test
    void cancellingTheAnswerCancelsTheCall() {
        GenerationCall call = start();
        call.answer().cancel(false);

        assertThat(answer).isCancelled();
        assertThatExceptionOfType(CancellationException.class).isThrownBy(call::await);
        assertThat(requests("cancelled", "client")).isEqualTo(1);
    }

    @Test
    void theRequestThatItBelongsToIsToldWhatWasUsed() {
        Observation http = Observation.start("http.server.requests", observations);
        http.scoped(() -> start());
        answer.complete(answer(List.of(5), List.of(4)));

        RequestSummary summary = http.getContext().getRequired(RequestSummary.class);
        assertThat(summary).isEqualTo(new RequestSummary("echo", new Outcome("ok", "none"), new RequestUsage(5, 4, 4)));
    }

    /** The bounds that OpenTelemetry recommends, in seconds. */
    @Test
    void bucketsAreThoseOfTheConvention() {
        start();
        listener().onToken(0, 0, TOKEN, List.of());
        answer.complete(answer(List.of(1), List.of(2)));

        assertThat(bounds(duration("none")))
                .containsExactly(
                        0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);
        assertThat(bounds(timer("gen_ai.server.time_to_first_token")))
                .containsExactly(
                        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);
        assertThat(bounds(timer("gen_ai.server.time_per_output_token")))
                .containsExactly(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5);
    }

    private static List<Double> bounds(Timer timer) {
        return Stream.of(timer.takeSnapshot().histogramCounts())
                .map(bucket -> bucket.bucket(TimeUnit.SECONDS))
                .toList();
    }

    private GenerationCall start() {
        GenerationConfig config = GenerationConfig.builder(4).build();
        return service.start(model, new GenerationTask(List.of("a"), config, null, false), GenerationListener.NONE);
    }

    private GenerationListener listener() {
        ArgumentCaptor<GenerationListener> listener = ArgumentCaptor.forClass(GenerationListener.class);
        verify(decoded).start(any(), any(), listener.capture());
        return listener.getValue();
    }

    private Timer duration(String reason) {
        return meters.get("gen_ai.server.request.duration")
                .tags("gen_ai.operation.name", "text_completion", "gen_ai.request.model", MODEL, "error.type", reason)
                .timer();
    }

    private Timer timer(String name) {
        return meters.get(name)
                .tags("gen_ai.operation.name", "text_completion", "gen_ai.request.model", MODEL)
                .timer();
    }

    private static GenerationAnswer answer(List<Integer> inputLengths, List<Integer> outputLengths) {
        return new GenerationAnswer(
                outputLengths.stream()
                        .map(MeasuredGenerationServiceTests::result)
                        .toList(),
                inputLengths.stream().map(int[]::new).toList(),
                Collections.nCopies(inputLengths.size(), 0),
                null,
                Duration.ofMillis(20),
                Duration.ofMillis(80));
    }

    private static GenerationResult result(int length) {
        GeneratedSequence sequence =
                new GeneratedSequence(Collections.nCopies(length, TOKEN), List.of(), "", FinishReason.LENGTH, 0f);
        return new GenerationResult(List.of(sequence), 5, 1, null);
    }
}
