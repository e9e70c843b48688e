package io.cistern.serving;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationConfigValidator;
import io.cistern.generation.GenerationResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs every input of a task as a job of its own in the decode loop of its model, beside the jobs of other tasks. */
public final class BatchedGenerationService implements GenerationService {

    private final Map<String, DecodeLoop> loops;

    BatchedGenerationService(List<DecodeLoop> loops) {
        this.loops = loops.stream().collect(toUnmodifiableMap(DecodeLoop::model, loop -> loop));
    }

    @Override
    public GenerationAnswer generate(ServedModel model, GenerationTask task) {
        List<EncodedInput> inputs = checkedInputs(model, task);
        DecodeRequest request = new DecodeRequest(jobs(inputs, task));
        long submitted = System.nanoTime();
        loop(model).submit(request.jobs());
        List<GenerationResult> results = request.await();
        long ended = System.nanoTime();
        return new GenerationAnswer(
                results,
                inputs.stream().map(EncodedInput::tokenIds).toList(),
                inputs.stream().map(EncodedInput::truncatedTokens).toList(),
                request.verification(),
                Duration.ofNanos(request.startedNanos() - submitted),
                Duration.ofNanos(ended - request.startedNanos()));
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

    private static List<DecodeJob> jobs(List<EncodedInput> inputs, GenerationTask task) {
        return IntStream.range(0, inputs.size())
                .mapToObj(index -> job(
                        inputs.get(index),
                        task.config().withSeed((task.config().seed() + index) & Long.MAX_VALUE),
                        task.verify()))
                .toList();
    }

    private static DecodeJob job(EncodedInput input, GenerationConfig config, boolean verify) {
        return verify ? DecodeJob.verified(input.tokenIds(), config) : DecodeJob.of(input.tokenIds(), config);
    }

    private DecodeLoop loop(ServedModel model) {
        DecodeLoop loop = loops.get(model.id());
        if (loop == null) {
            throw new ModelUnavailableException("model '%s' has no decode loop".formatted(model.id()));
        }
        return loop;
    }
}
