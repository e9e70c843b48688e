package io.cistern.serving;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationConfigValidator;
import io.cistern.generation.GenerationJob;
import java.util.List;
import java.util.stream.IntStream;

/** Runs every input of a task as a job of its own in the decode loop of its model, beside the jobs of other tasks. */
public final class BatchedGenerationService implements GenerationService {

    private final DecodeLoops loops;
    private final DeadlineProperties deadlines;

    BatchedGenerationService(DecodeLoops loops, DeadlineProperties deadlines) {
        this.loops = loops;
        this.deadlines = deadlines;
    }

    @Override
    public GenerationCall start(ServedModel model, GenerationTask task, GenerationListener listener) {
        Deadline deadline = deadlines.deadline(task.timeout());
        requireFits(model, task);
        DecodeLoop loop = loops.of(model);
        try (AdmissionQueue.Reservation places = loop.reserve(task.inputs().size())) {
            List<EncodedInput> inputs = encodedInputs(model, task);
            DecodeRequest request = new DecodeRequest(inputs, jobs(inputs, task, listener, loop.observer()));
            places.submit(request.jobs());
            deadline.applyTo(request.answer(), request::hasStarted);
            return request;
        }
    }

    /** What is known without reading the inputs. */
    private static void requireFits(ServedModel model, GenerationTask task) {
        new GenerationConfigValidator(model.config().vocabularySize()).validate(task.config());
        CapacityCheck capacity = new CapacityCheck(model);
        capacity.requireRows(task.inputs().size(), task.config());
        capacity.requireCacheLength(task.config());
    }

    private static List<EncodedInput> encodedInputs(ServedModel model, GenerationTask task) {
        CapacityCheck capacity = new CapacityCheck(model);
        if (task.truncation() == null) {
            capacity.requireMayFit(task.inputs());
        }
        List<EncodedInput> inputs = task.inputs().stream()
                .map(text -> EncodedInput.of(model.tokenizer(), text, task.truncation()))
                .toList();
        capacity.requireEncoderLength(inputs);
        return inputs;
    }

    private static List<DecodeJob> jobs(
            List<EncodedInput> inputs, GenerationTask task, GenerationListener listener, StepObserver observer) {
        return IntStream.range(0, inputs.size())
                .mapToObj(index -> {
                    GenerationJob job = job(inputs.get(index), task.config(), index, listener);
                    return task.verify() ? DecodeJob.verified(job, observer) : DecodeJob.of(job, observer);
                })
                .toList();
    }

    private static GenerationJob job(
            EncodedInput input, GenerationConfig config, int index, GenerationListener listener) {
        return new GenerationJob(input.tokenIds(), config.withSeed(config.seed() + index))
                .withListener((candidate, token, topTokens) -> listener.onToken(index, candidate, token, topTokens));
    }
}
