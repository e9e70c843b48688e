package io.cistern.generation;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.StepLogits;
import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The jobs that decode together from one cache: they join while rows are free, move forward by one token per step in
 * one call of the decoder, and leave when they end, each at its own time.
 *
 * <p>Not thread-safe: one decode thread owns a batch. Only the results of jobs may be cancelled from elsewhere.
 */
public final class DecodingBatch implements AutoCloseable {

    private final EncoderDecoderModel model;
    private final EncoderDecoderCache cache;
    private final DecodeFactory decodes;
    private final List<ActiveJob> newcomers = new ArrayList<>();
    private final List<ActiveJob> active = new ArrayList<>();

    /** Makes an empty batch that owns {@code cache}, which the model made, and uses the model. */
    public DecodingBatch(EncoderDecoderModel model, EncoderDecoderCache cache, TextTokenizer tokenizer) {
        this.model = model;
        this.cache = cache;
        this.decodes = new DecodeFactory(model.config(), cache.capacity(), tokenizer);
    }

    /**
     * Leases rows for a job, which is encoded and takes part from the next step on, or returns false while too few rows
     * are free.
     *
     * @throws CacheCapacityExceededException if the job could never fit
     */
    public boolean tryJoin(GenerationJob job) {
        decodes.requireFits(job.config());
        Optional<CacheLease> lease = cache.lease(job.config().rows(), model.encoderLength(job.source()));
        lease.ifPresent(rows -> join(job, rows));
        return lease.isPresent();
    }

    /**
     * Encodes the jobs that joined, feeds the next tokens of all rows and completes the jobs that end. A failure of the
     * model completes the results of the jobs it was called for and leaves their rows free.
     */
    public void step() {
        newcomers.forEach(ActiveJob::leaveIfAbandoned);
        active.forEach(ActiveJob::leaveIfAbandoned);
        removeLeft();
        encode();
        decode();
        removeLeft();
    }

    /** Returns whether no job is here. */
    public boolean isEmpty() {
        return newcomers.isEmpty() && active.isEmpty();
    }

    /** Completes the results of all jobs with a failure and gives their rows back. */
    public void failAll(RuntimeException cause) {
        newcomers.forEach(job -> job.fail(cause));
        active.forEach(job -> job.fail(cause));
        removeLeft();
    }

    /** Fails the jobs that are left and closes the cache. */
    @Override
    public void close() {
        failAll(new IllegalStateException("the batch was closed before the job ended"));
        cache.close();
    }

    private void join(GenerationJob job, CacheLease lease) {
        try {
            LeasedRows rows = new LeasedRows(model, cache, lease, job.followUp() != FollowUp.NONE);
            newcomers.add(new ActiveJob(job, rows, decodes));
        } catch (RuntimeException ex) {
            lease.close();
            throw ex;
        }
    }

    private void encode() {
        if (newcomers.isEmpty()) {
            return;
        }
        try {
            model.encode(cache, newcomers.stream().map(ActiveJob::encoderInput).toList());
            active.addAll(newcomers);
        } catch (RuntimeException ex) {
            newcomers.forEach(job -> job.fail(ex));
        }
        newcomers.clear();
    }

    private void decode() {
        if (active.isEmpty()) {
            return;
        }
        try (StepLogits logits = model.decode(cache, nextInputs())) {
            int first = 0;
            for (ActiveJob job : active) {
                first += job.advance(logits, first);
            }
        } catch (RuntimeException ex) {
            active.forEach(job -> job.fail(ex));
        }
    }

    private List<DecoderInput> nextInputs() {
        return active.stream().flatMap(job -> job.nextInputs().stream()).toList();
    }

    private void removeLeft() {
        newcomers.removeIf(ActiveJob::hasLeft);
        active.removeIf(ActiveJob::hasLeft);
    }
}
