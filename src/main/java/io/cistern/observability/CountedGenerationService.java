package io.cistern.observability;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.GenerationResult;
import io.cistern.generation.InvalidGenerationConfigException;
import io.cistern.generation.NoPossibleTokenException;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.ServedModel;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Counts the requests of a generation service by outcome, their tokens, and the time they waited for rows. */
final class CountedGenerationService implements GenerationService {

    private final GenerationService service;
    private final MeterRegistry registry;

    CountedGenerationService(GenerationService service, MeterRegistry registry) {
        this.service = service;
        this.registry = registry;
    }

    @Override
    public GenerationAnswer generate(ServedModel model, GenerationTask task) {
        try {
            GenerationAnswer answer = service.generate(model, task);
            count(model, "ok");
            measure(model, answer);
            return answer;
        } catch (RuntimeException ex) {
            count(model, outcome(ex));
            throw ex;
        }
    }

    private static String outcome(RuntimeException failure) {
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
