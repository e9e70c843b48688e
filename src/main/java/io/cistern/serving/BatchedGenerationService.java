package io.cistern.serving;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationConfigValidator;
import io.cistern.generation.GenerationJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs every input of a task as a job of its own in the decode loop of its model, beside the jobs of other tasks. */
public final class BatchedGenerationService implements GenerationService {

    private final Map<String, DecodeLoop> loops;
    private final DeadlineProperties deadlines;

    BatchedGenerationService(List<DecodeLoop> loops, DeadlineProperties deadlines) {
        this.loops = loops.stream().collect(toUnmodifiableMap(DecodeLoop::model, loop -> loop));
        this.deadlines = deadlines;
    }

    @Override
    public GenerationCall start(ServedModel model, GenerationTask task, GenerationListener listener) {
        Duration timeout = deadlines.timeout(task.timeout());
        List<EncodedInput> inputs = checkedInputs(model, task);
        DecodeRequest request = new DecodeRequest(inputs, jobs(inputs, task, listener));
        loop(model).submit(request.jobs());
        request.expireAfter(timeout);
        return request;
    }

    private static List<EncodedInput> checkedInputs(ServedModel model, GenerationTask task) {
        new GenerationConfigValidator(model.config().vocabularySize()).validate(task.config());
        CapacityCheck capacity = new CapacityCheck(model.capacity());
        capacity.requireRows(task.inputs().size(), task.config());
        capacity.requireCacheLength(task.config());
        List<EncodedInput> inputs = task.inputs().stream()
                .map(text -> EncodedInput.of(model.tokenizer(), text, task.truncate()))
                .toList();
        capacity.requireEncoderLength(inputs);
        return inputs;
    }

    private static List<DecodeJob> jobs(List<EncodedInput> inputs, GenerationTask task, GenerationListener listener) {
        return IntStream.range(0, inputs.size())
                .mapToObj(index -> {
                    GenerationJob job = job(inputs.get(index), task.config(), index, listener);
                    return task.verify() ? DecodeJob.verified(job) : DecodeJob.of(job);
                })
                .toList();
    }

    private static GenerationJob job(
            EncodedInput input, GenerationConfig config, int index, GenerationListener listener) {
        long seed = (config.seed() + index) & Long.MAX_VALUE;
        return new GenerationJob(input.tokenIds(), config.withSeed(seed))
                .withListener((candidate, token, topTokens) -> listener.onToken(index, candidate, token, topTokens));
    }

    private DecodeLoop loop(ServedModel model) {
        DecodeLoop loop = loops.get(model.id());
        if (loop == null) {
            throw new ModelUnavailableException("model '%s' has no decode loop".formatted(model.id()));
        }
        return loop;
    }
}
