package io.cistern.serving;

import io.cistern.generation.Listening;
import io.cistern.serving.GenerationAnswer.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The jobs of one task, which succeed or fail together: when there is an answer, or will be none, nothing goes on. */
final class DecodeRequest implements GenerationCall {

    private final List<EncodedInput> inputs;
    private final List<DecodeJob> jobs;
    private final long submittedNanos = System.nanoTime();
    private final CompletableFuture<GenerationAnswer> answer = new CompletableFuture<>();

    DecodeRequest(List<EncodedInput> inputs, List<DecodeJob> jobs) {
        this.inputs = List.copyOf(inputs);
        this.jobs = List.copyOf(jobs);
        CompletableFuture<Void> allDone =
                CompletableFuture.allOf(this.jobs.stream().map(this::watched).toArray(CompletableFuture[]::new));
        Listening.to(allDone.thenRun(() -> answer.complete(combined())), (done, failure) -> failIf(failure));
        Listening.to(answer, (value, failure) -> this.jobs.forEach(DecodeJob::cancel));
    }

    /** One input that fails fails the task at once. */
    private CompletableFuture<Void> watched(DecodeJob job) {
        return job.done().whenComplete((done, failure) -> failIf(failure));
    }

    List<DecodeJob> jobs() {
        return jobs;
    }

    @Override
    public CompletableFuture<GenerationAnswer> answer() {
        return answer;
    }

    /** Returns whether something of the task got its rows. */
    boolean hasStarted() {
        return jobs.stream().anyMatch(DecodeJob::hasStarted);
    }

    private GenerationAnswer combined() {
        long started = startedNanos();
        return new GenerationAnswer(
                jobs.stream().map(job -> job.result().join()).toList(),
                inputs.stream().map(EncodedInput::tokenIds).toList(),
                inputs.stream().map(EncodedInput::truncatedTokens).toList(),
                verification(),
                Duration.ofNanos(started - submittedNanos),
                Duration.ofNanos(System.nanoTime() - started));
    }

    /** Returns when the first of the jobs got its rows, by the clock of {@link System#nanoTime()}. */
    private long startedNanos() {
        return jobs.stream()
                .mapToLong(DecodeJob::startedNanos)
                .reduce((left, right) -> right - left < 0 ? right : left)
                .orElse(submittedNanos);
    }

    /** Returns the comparison over all jobs, or nothing if it was not asked for. */
    private @Nullable Verification verification() {
        return jobs.stream()
                .map(DecodeJob::verification)
                .filter(Objects::nonNull)
                .reduce(DecodeRequest::both)
                .orElse(null);
    }

    private static Verification both(Verification left, Verification right) {
        return new Verification(
                left.identical() && right.identical(),
                Math.max(left.largestLogitDifference(), right.largestLogitDifference()));
    }

    private void failIf(@Nullable Throwable failure) {
        if (failure != null) {
            answer.completeExceptionally(GenerationFailedException.told(failure));
        }
    }
}
