package io.cistern.observability;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationCall;
import io.cistern.serving.GenerationListener;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.ServedModel;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Counts the requests of a generation service by outcome, their tokens, and the time they waited for rows. */
final class CountedGenerationService implements GenerationService {

    private final GenerationService service;
    private final MeterRegistry registry;

    CountedGenerationService(GenerationService service, MeterRegistry registry) {
        this.service = service;
        this.registry = registry;
    }

    @Override
    public GenerationCall start(ServedModel model, GenerationTask task, GenerationListener listener) {
        try {
            GenerationCall call = service.start(model, task, listener);
            call.answer().whenComplete((answer, failure) -> count(model, answer, failure));
            return call;
        } catch (RuntimeException ex) {
            count(model, null, ex);
            throw ex;
        }
    }

    private void count(ServedModel model, @Nullable GenerationAnswer answer, @Nullable Throwable failure) {
        count(model, failure == null ? "ok" : outcome(failure));
        if (answer != null) {
            measure(model, answer);
        }
    }

    private static String outcome(Throwable failure) {
        if (failure instanceof CancellationException) {
            return "cancelled";
        }
        if (failure instanceof DeadlineExceededException) {
            return "timeout";
        }
        if (failure instanceof CacheCapacityExceededException
                || failure instanceof InvalidGenerationConfigException
                || failure instanceof NoPossibleTokenException) {
            return "invalid";
        }
        if (failure instanceof QueueFullException || failure instanceof ModelUnavailableException) {
            return "rejected";
        }
        return "error";
    }

    private void count(ServedModel model, String outcome) {
        Counter.builder("cistern.requests")
                .description("Generation requests by outcome")
                .tags("model", model.id(), "outcome", outcome)
                .register(registry)
                .increment();
    }

    private void measure(ServedModel model, GenerationAnswer answer) {
        tokens(model, "input")
                .increment(answer.inputTokens().stream()
                        .mapToInt(ids -> ids.length)
                        .sum());
        tokens(model, "output")
                .increment(answer.results().stream()
                        .mapToInt(CountedGenerationService::generated)
                        .sum());
        Timer.builder("cistern.queue.wait")
                .description("Time until a request got its first cache row")
                .tag("model", model.id())
                .register(registry)
                .record(answer.queued());
    }

    private static int generated(GenerationResult result) {
        return result.sequences().stream()
                .mapToInt(sequence -> sequence.tokens().size())
                .sum();
    }

    private Counter tokens(ServedModel model, String type) {
        return Counter.builder("cistern.tokens")
                .description("Tokens encoded and tokens returned")
                .tags("model", model.id(), "type", type)
                .register(registry);
    }
}
