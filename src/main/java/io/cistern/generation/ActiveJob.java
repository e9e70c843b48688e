package io.cistern.generation;

import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderInput;
import io.cistern.model.StepLogits;
import java.util.List;

/** A job that holds rows; it gives them back before its result is completed. */
final class ActiveJob {

    private final GenerationJob job;
    private final LeasedRows rows;
    private final SearchStrategy search;
    private final int promptLength;
    private final float[] logits;
    private List<RowInput> inputs = List.of();
    private boolean left;

    ActiveJob(GenerationJob job, LeasedRows rows, SearchStrategy search, int promptLength, int vocabularySize) {
        this.job = job;
        this.rows = rows;
        this.search = search;
        this.promptLength = promptLength;
        this.logits = new float[vocabularySize];
    }

    EncoderInput encoderInput() {
        return rows.encoderInput(job.source());
    }

    List<DecoderInput> nextInputs() {
        inputs = search.nextInputs();
        return inputs.stream().map(rows::decoderInput).toList();
    }

    /**
     * Takes this job's logits of a step; what goes wrong here fails this job alone.
     *
     * @param first index in the step of the job's first row
     * @return the number of its rows
     */
    int advance(StepLogits step, int first) {
        try {
            search.advance(new RowLogits(step, first, inputs, job.observer(), logits), rows);
            if (search.isFinished()) {
                complete(result());
            }
        } catch (RuntimeException ex) {
            fail(ex);
        }
        return inputs.size();
    }

    void fail(RuntimeException cause) {
        leave();
        job.result().completeExceptionally(cause);
    }

    /** Gives the rows back if somebody else completed or cancelled the result. */
    void leaveIfAbandoned() {
        if (job.result().isDone()) {
            leave();
        }
    }

    boolean hasLeft() {
        return left;
    }

    private void complete(GenerationResult result) {
        leave();
        job.result().complete(result);
    }

    private void leave() {
        left = true;
        rows.releaseAll();
    }

    private GenerationResult result() {
        GenerationConfig config = job.config();
        Long seed = config.doSample() ? config.seed() : null;
        return new GenerationResult(search.sequences(), rows.encoderLength(), promptLength, seed);
    }
}
