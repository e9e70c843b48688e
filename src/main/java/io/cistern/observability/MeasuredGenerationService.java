package io.cistern.observability;

import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationListener;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Measures the requests of a generation service. */
final class MeasuredGenerationService implements GenerationService {

    /** OpenTelemetry's name for what text models do. */
    private static final String OPERATION = "text_completion";

    private final GenerationService service;
    private final RequestMeters meters;

    MeasuredGenerationService(GenerationService service, RequestMeters meters) {
        this.service = service;
        this.meters = meters;
    }

    @Override
    public GenerationCall start(ServedModel model, GenerationTask task, GenerationListener listener) {
        MeasuredRequest request = meters.begin(OPERATION, model.id());
        try {
            GenerationCall call = service.start(model, task, (input, candidate, token, topTokens) -> {
                request.token();
                listener.onToken(input, candidate, token, topTokens);
            });
            return measured(call, request);
        } catch (RuntimeException ex) {
            request.failed(ex);
            throw ex;
        }
    }

    /** Everything is counted before the answer is there, so that whoever has the answer sees the counts. */
    private static GenerationCall measured(GenerationCall call, MeasuredRequest request) {
        CompletableFuture<GenerationAnswer> measured = new CompletableFuture<>();
        measured.whenComplete((answer, failure) -> {
            if (measured.isCancelled()) {
                call.cancel();
            }
        });
        call.answer().whenComplete((answer, failure) -> end(request, measured, answer, failure));
        return () -> measured;
    }

    private static void end(
            MeasuredRequest request,
            CompletableFuture<GenerationAnswer> measured,
            @Nullable GenerationAnswer answer,
            @Nullable Throwable failure) {
        if (answer != null) {
            request.answered(RequestUsage.of(answer), answer.queued());
            measured.complete(answer);
        } else if (failure != null) {
            request.failed(failure);
            measured.completeExceptionally(failure);
        }
    }
}
