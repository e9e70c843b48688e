package io.cistern.generation;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheLease;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.StepLogits;
import io.cistern.tokenization.TextTokenizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that decode together from one cache: they join while rows are free, are encoded piece by piece, move forward
 * by one token per step in one call of the decoder, and leave when they end, each at its own time.
 *
 * <p>Not thread-safe: one decode thread owns a batch. Only the results of jobs may be cancelled from elsewhere.
 */
public final class DecodingBatch implements AutoCloseable {

    /** So many positions keep all cores busy: more in one pass would only make the rows that decode wait longer. */
    private static final int PASS_POSITIONS = 1500;

    private final EncoderDecoderModel model;
    private final EncoderDecoderCache cache;
    private final DecodeFactory decodes;
    private final List<ActiveJob> newcomers = new ArrayList<>();
    private @Nullable EncodingJobs encoding;
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

    /** Returns whether jobs have joined that are not encoded yet. */
    public boolean isEncoding() {
        return encoding != null || !newcomers.isEmpty();
    }

    /** Returns whether rows wait for their next tokens. */
    public boolean isDecoding() {
        return !active.isEmpty();
    }

    /** Returns whether no job is here. */
    public boolean isEmpty() {
        return !isEncoding() && !isDecoding();
    }

    /** Gives back the rows of jobs whose results somebody else completed or cancelled. */
    public void removeAbandoned() {
        forEachJob(ActiveJob::leaveIfAbandoned);
        removeLeft();
    }

    /**
     * Computes the next piece of an encoder pass, if there is one to compute. A failure of the model completes the
     * results of the jobs in the pass and leaves their rows free.
     *
     * @return the inputs in the pass
     */
    public int encode() {
        if (!isEncoding()) {
            return 0;
        }
        EncodingJobs pass = encoding == null ? nextPass() : encoding;
        encoding = pass;
        int inputs = pass.jobs().size();
        try {
            if (!pass.advance(model, cache)) {
                active.addAll(pass.jobs());
                endPass();
            }
        } catch (RuntimeException ex) {
            pass.jobs().forEach(job -> job.fail(ex));
            endPass();
        }
        return inputs;
    }

    /**
     * Feeds the next tokens of all rows and completes the jobs that end. A failure of the model completes the results of
     * all jobs that decode and leaves their rows free.
     *
     * @return the rows in the step
     */
    public int decode() {
        if (active.isEmpty()) {
            return 0;
        }
        int rows = 0;
        try {
            List<DecoderInput> inputs = nextInputs();
            rows = inputs.size();
            advance(inputs);
        } catch (RuntimeException ex) {
            active.forEach(job -> job.fail(ex));
        }
        removeLeft();
        return rows;
    }

    /** Encodes all jobs that joined, then makes one decoder step. */
    public void step() {
        removeAbandoned();
        while (isEncoding()) {
            encode();
        }
        decode();
    }

    /** Completes the results of all jobs with a failure and gives their rows back. */
    public void failAll(RuntimeException cause) {
        forEachJob(job -> job.fail(cause));
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

    private EncodingJobs nextPass() {
        List<ActiveJob> taken = model.encodesTogether() ? closest() : List.of(newcomers.get(0));
        newcomers.removeAll(taken);
        return new EncodingJobs(taken);
    }

    /**
     * The first that came and, of the others, those closest in length, which attend together. A pass has room for some
     * while rows decode; else all go together, so that they also decode together.
     */
    private List<ActiveJob> closest() {
        int length = newcomers.get(0).encoderLength();
        List<ActiveJob> ordered = newcomers.stream()
                .sorted(Comparator.comparingInt(job -> Math.abs(job.encoderLength() - length)))
                .toList();
        List<ActiveJob> taken = new ArrayList<>();
        int positions = 0;
        for (ActiveJob job : ordered) {
            if (active.isEmpty() || taken.isEmpty() || positions + job.encoderLength() <= PASS_POSITIONS) {
                taken.add(job);
                positions += job.encoderLength();
            }
        }
        return taken;
    }

    private void advance(List<DecoderInput> inputs) {
        try (StepLogits logits = model.decode(cache, inputs)) {
            int first = 0;
            for (ActiveJob job : active) {
                first += job.advance(logits, first);
            }
        }
    }

    private List<DecoderInput> nextInputs() {
        return active.stream().flatMap(job -> job.nextInputs().stream()).toList();
    }

    private void forEachJob(Consumer<ActiveJob> action) {
        newcomers.forEach(action);
        if (encoding != null) {
            encoding.jobs().forEach(action);
        }
        active.forEach(action);
    }

    private void removeLeft() {
        newcomers.removeIf(ActiveJob::hasLeft);
        active.removeIf(ActiveJob::hasLeft);
        if (encoding != null && encoding.removeLeft()) {
            endPass();
        }
    }

    private void endPass() {
        if (encoding != null) {
            encoding.close();
            encoding = null;
        }
    }
}
