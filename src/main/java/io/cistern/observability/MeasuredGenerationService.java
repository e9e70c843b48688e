package io.cistern.observability;

import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationListener;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ServedModel;
import java.util.concurrent.CompletableFuture;

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
            CompletableFuture<GenerationAnswer> answer = request.follow(call.answer(), RequestUsage::of);
            return () -> answer;
        } catch (RuntimeException ex) {
            request.failed(ex);
            throw ex;
        }
    }
}
