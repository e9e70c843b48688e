package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.cistern.audio.UndecodableAudioException;
import io.cistern.serving.TranscriptionCall;
import io.cistern.serving.TranscriptionService;
import io.cistern.serving.TranscriptionTask;
import io.cistern.transcription.TokenUsage;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class MeasuredTranscriptionServiceTests extends MeasuredServiceTest {

    private final TranscriptionService transcribed = mock(TranscriptionService.class);
    private final TranscriptionTask task = new TranscriptionTask(null, null, null);
    private final TranscriptListener client = mock(TranscriptListener.class);
    private final CompletableFuture<Transcript> answer = new CompletableFuture<>();
    private final TranscriptionService service = new MeasuredTranscriptionService(transcribed, requestMeters());

    @BeforeEach
    void anAnswerThatIsOpen() {
        given(transcribed.start(any(), any(), any())).willReturn(() -> answer);
    }

    @Test
    void aTranscriptIsCountedWithItsTokensAndItsLength() {
        start();
        listener().onText("And");
        listener().onText(" so");
        answer.complete(new Transcript("en", 1, 7.5, "And so", List.of(), new TokenUsage(1500, 4, 9)));

        verify(client).onText("And");
        verify(client).onText(" so");
        assertThat(requests("ok", "none")).isEqualTo(1);
        assertThat(meters.get("cistern.audio").tag("model", MODEL).counter().count())
                .isEqualTo(7.5);
        assertThat(tokens("input")).isEqualTo(1504);
        assertThat(tokens("output")).isEqualTo(9);
        assertThat(meters.get("gen_ai.server.time_to_first_token")
                        .tags("gen_ai.operation.name", "transcription", "gen_ai.request.model", MODEL)
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("gen_ai.server.request.duration")
                        .tags("gen_ai.operation.name", "transcription", "gen_ai.request.model", MODEL)
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void badAudioIsTheClientsFault() {
        UndecodableAudioException undecodable = new UndecodableAudioException("noise");
        given(transcribed.start(any(), any(), any())).willThrow(undecodable);

        assertThatExceptionOfType(UndecodableAudioException.class).isThrownBy(this::start);
        assertThat(requests("invalid", "undecodable_audio")).isEqualTo(1);
    }

    @Test
    void aClientThatGoesAwayIsCounted() {
        start().cancel();

        assertThat(answer).isCancelled();
        assertThat(requests("cancelled", "client")).isEqualTo(1);
    }

    @Test
    void theWorkIsGivenUpBeforeItsRecordingIsDeleted() {
        TranscriptionCall call = start();
        List<Boolean> givenUp = new ArrayList<>();
        call.answer().whenComplete((transcript, failure) -> givenUp.add(answer.isCancelled()));

        call.cancel();

        assertThat(givenUp).containsExactly(true);
        assertThat(call.answer()).isCancelled();
    }

    private TranscriptionCall start() {
        return service.start(model, task, client);
    }

    private TranscriptListener listener() {
        ArgumentCaptor<TranscriptListener> listener = ArgumentCaptor.forClass(TranscriptListener.class);
        verify(transcribed).start(any(), any(), listener.capture());
        return listener.getValue();
    }
}
