package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.EncodedAudio;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.serving.DeadlineExceededException.Phase;
import io.cistern.transcription.InvalidTranscriptionException;
import io.cistern.transcription.Recording;
import io.cistern.transcription.SampleReader;
import io.cistern.transcription.SpeechModel;
import io.cistern.transcription.TokenUsage;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import io.cistern.transcription.TranscriptionCancelledException;
import io.cistern.transcription.TranscriptionOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PooledTranscriptionServiceTests {

    private static final Transcript HELLO = new Transcript("en", 1, 1, "hello", List.of(), new TokenUsage(1500, 2, 3));
    private static final long PATIENCE_SECONDS = 20;

    private final SpeechService speech = mock(SpeechService.class);
    private final SpeechSession session = mock(SpeechSession.class);
    private final Recording recording = mock(Recording.class);
    private final ServedModel model = mock(ServedModel.class);
    private final CountDownLatch hold = new CountDownLatch(1);
    private DeadlineProperties deadlines = new DeadlineProperties(Duration.ofMinutes(2), Duration.ofMinutes(30));
    private PooledTranscriptionService service = service(() -> HELLO);

    @AfterEach
    void endThreads() {
        hold.countDown();
        service.close();
    }

    private PooledTranscriptionService service(Supplier<Transcript> transcription) {
        given(speech.open(any())).willReturn(session);
        given(recording.open()).willReturn(mock(SampleReader.class));
        return new PooledTranscriptionService(
                speech, input -> recording, new FakeTranscription(transcription), deadlines);
    }

    private record FakeTranscription(Supplier<Transcript> transcription) implements SpeechTranscription {

        @Override
        public void check(SpeechModel model, TranscriptionOptions options) {
            if ("xx".equals(options.language())) {
                throw new InvalidTranscriptionException("language", "xx", "one of de, en");
            }
        }

        @Override
        public Transcript transcribe(
                SpeechModel model, Recording recording, TranscriptionOptions options, TranscriptListener listener) {
            return transcription.get();
        }
    }

    private PooledTranscriptionService holding() {
        return service(this::held);
    }

    private Transcript held() {
        try {
            hold.await();
            return HELLO;
        } catch (InterruptedException ex) {
            throw new TranscriptionCancelledException();
        }
    }

    private TranscriptionCall start(Duration timeout) {
        return start(TranscriptionOptions.builder().build(), timeout);
    }

    private TranscriptionCall start(TranscriptionOptions options, Duration timeout) {
        EncodedAudio none = EncodedAudio.of(new byte[0]);
        TranscriptionTask task = new TranscriptionTask(() -> none, options, timeout);
        return service.start(model, task, TranscriptListener.NONE);
    }

    @Test
    void aTranscriptEndsTheSession() throws Exception {
        assertThat(start(null).answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(HELLO);
        verify(session, timeout(PATIENCE_SECONDS * 1000)).close();
    }

    @Test
    void whenTheQueueIsFullNothingIsDecoded() {
        given(speech.open(any())).willThrow(mock(QueueFullException.class));
        assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> start(null));
        verify(recording, never()).open();
    }

    @Test
    void aTimeoutThatIsTooLongIsRefusedBeforeAPlaceIsTaken() {
        assertThatExceptionOfType(InvalidDeadlineException.class).isThrownBy(() -> start(Duration.ofHours(1)));
        verify(speech, never()).open(any());
    }

    @Test
    void bytesThatAreNoRecordingAreRefusedAndTheirPlaceIsGivenBack() {
        given(recording.open()).willThrow(new UndecodableAudioException("noise"));
        assertThatExceptionOfType(UndecodableAudioException.class).isThrownBy(() -> start(null));
        verify(session).close();
    }

    @Test
    void whatTheModelCannotDoIsRefusedBeforeAnythingIsDecoded() {
        TranscriptionOptions options =
                TranscriptionOptions.builder().language("xx").build();
        assertThatExceptionOfType(InvalidTranscriptionException.class).isThrownBy(() -> start(options, null));
        verify(recording, never()).open();
        verify(session).close();
    }

    @Test
    void whatIsWrongWithTheRecordingIsToldAsItIs() {
        service = service(() -> {
            throw new AudioTooLongException(AudioTooLongException.Bound.SECONDS, 11, 10);
        });
        assertThatThrownBy(() -> start(null).answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .hasCauseInstanceOf(AudioTooLongException.class);
    }

    @Test
    void whatNobodyExpectedIsAFailedComputation() {
        service = service(() -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(() -> start(null).answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(GenerationFailedException.class);
    }

    @Test
    void noRecordingWaitsForTheThreadOfAnother() throws Exception {
        CountDownLatch allRun = new CountDownLatch(9);
        service = service(() -> {
            allRun.countDown();
            return held();
        });
        for (int i = 0; i < 9; i++) {
            start(null);
        }
        assertThat(allRun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aRecordingThatDoesNotBeginInTimeIsGivenUp() {
        deadlines = new DeadlineProperties(Duration.ofMillis(20), Duration.ofMinutes(30));
        service = holding();
        assertThatThrownBy(() -> start(null).answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        ex -> assertThat(ex.phase()).isEqualTo(Phase.QUEUED));
        verify(session, timeout(PATIENCE_SECONDS * 1000)).close();
    }

    @Test
    void theDefaultDoesNotEndARecordingThatHasBegun() {
        deadlines = new DeadlineProperties(Duration.ofMillis(20), Duration.ofMinutes(30));
        given(session.hasBegun()).willReturn(true);
        service = holding();
        TranscriptionCall call = start(null);
        awaitPassing(deadlines.deadline());

        assertThat(call.answer()).isNotDone();
    }

    /** Timers end in their order, so those that were set before have ended too. */
    private static void awaitPassing(Deadline deadline) {
        CompletableFuture<Void> never = new CompletableFuture<>();
        deadline.applyTo(never, () -> true);
        assertThat(never).failsWithin(Duration.ofSeconds(PATIENCE_SECONDS));
    }

    @Test
    void aTimeoutEndsARecordingThatIsBeingTranscribed() {
        given(session.hasBegun()).willReturn(true);
        service = holding();
        TranscriptionCall call = start(Duration.ofMillis(200));
        assertThatThrownBy(() -> call.answer().get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .hasCauseInstanceOf(DeadlineExceededException.class);
        verify(session, timeout(PATIENCE_SECONDS * 1000)).close();
    }

    @Test
    void aCancelledRecordingFreesItsThreadAndItsPlace() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        service = service(() -> {
            runs.countDown();
            try {
                return held();
            } finally {
                ended.countDown();
            }
        });
        TranscriptionCall call = start(null);
        assertThat(runs.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        call.cancel();

        assertThatThrownBy(() -> call.answer().join()).isInstanceOf(CancellationException.class);
        assertThat(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        verify(session).close();
    }
}
