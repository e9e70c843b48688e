package io.cistern.serving;

import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationJob;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The second runs of verified inputs: each alone in a batch and a growing cache of its own, beside the run that is served
 * and never further than it. Owned by one decode thread.
 */
final class ReferenceRuns {

    private final Supplier<DecodingBatch> batches;
    private final List<Run> runs = new ArrayList<>();

    private record Run(DecodeJob job, DecodingBatch batch) {

        /** A piece of the encoder or a step of the decoder. */
        void advance() {
            batch.removeAbandoned();
            if (batch.isEncoding()) {
                batch.encode();
            } else if (!job.isReferenceAhead()) {
                batch.decode();
            }
        }

        boolean closedAtEnd() {
            boolean ended = batch.isEmpty();
            if (ended) {
                batch.close();
            }
            return ended;
        }
    }

    /** @param batches makes a batch with a cache of its own */
    ReferenceRuns(Supplier<DecodingBatch> batches) {
        this.batches = batches;
    }

    /** Begins the second run of a job that is served from now on, if it has one. */
    void join(DecodeJob job) {
        GenerationJob reference = job.reference();
        if (reference != null) {
            Run run = new Run(job, batches.get());
            runs.add(run);
            run.batch().tryJoin(reference);
        }
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Moves all of them forward, apart from those that are ahead of what is served. */
    void step() {
        runs.forEach(Run::advance);
        runs.removeIf(Run::closedAtEnd);
    }

    void failAll(RuntimeException cause) {
        for (Run run : runs) {
            run.batch().failAll(cause);
            run.batch().close();
        }
        runs.clear();
    }
}
