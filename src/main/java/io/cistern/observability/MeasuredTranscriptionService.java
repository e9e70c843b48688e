package io.cistern.observability;

import io.cistern.serving.ServedModel;
import io.cistern.serving.TranscriptionCall;
import io.cistern.serving.TranscriptionService;
import io.cistern.serving.TranscriptionTask;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import java.util.concurrent.CompletableFuture;

/** Measures the requests of a transcription service; their first text counts as their first token. */
final class MeasuredTranscriptionService implements TranscriptionService {

    /** OpenTelemetry has no name for it yet and allows others. */
    private static final String OPERATION = "transcription";

    private final TranscriptionService service;
    private final RequestMeters meters;

    MeasuredTranscriptionService(TranscriptionService service, RequestMeters meters) {
        this.service = service;
        this.meters = meters;
    }

    @Override
    public TranscriptionCall start(ServedModel model, TranscriptionTask task, TranscriptListener listener) {
        MeasuredRequest request = meters.begin(OPERATION, model.id());
        try {
            TranscriptionCall call = service.start(model, task, new FirstText(request, listener));
            CompletableFuture<Transcript> answer = request.follow(call.answer(), transcript -> {
                meters.countAudio(model.id(), transcript.durationSeconds());
                return RequestUsage.of(transcript.usage());
            });
            return () -> answer;
        } catch (RuntimeException ex) {
            request.failed(ex);
            throw ex;
        }
    }

    /** Passes everything on. */
    private record FirstText(MeasuredRequest request, TranscriptListener listener) implements TranscriptListener {

        @Override
        public void onText(String delta) {
            request.token();
            listener.onText(delta);
        }
    }
}
