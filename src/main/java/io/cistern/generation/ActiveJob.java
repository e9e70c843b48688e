package io.cistern.generation;

import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderInput;
import io.cistern.model.StepLogits;
import java.util.List;

/** A job that holds rows; it gives them back before its result is completed. */
final class ActiveJob {

    private final GenerationJob job;
    private final LeasedRows rows;
    private final DecodeFactory decodes;
    private final float[] logits;
    private Decode decode;
    private List<RowInput> inputs = List.of();
    private boolean left;

    ActiveJob(GenerationJob job, LeasedRows rows, DecodeFactory decodes) {
        this.job = job;
        this.rows = rows;
        this.decodes = decodes;
        this.logits = new float[decodes.vocabularySize()];
        this.decode = decodes.start(job.config(), job.listener());
    }

    EncoderInput encoderInput() {
        return rows.encoderInput(job.source());
    }

    int encoderLength() {
        return rows.encoderLength();
    }

    List<DecoderInput> nextInputs() {
        inputs = decode.search().nextInputs();
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
            decode.search().advance(new RowLogits(step, first, inputs, job.observer(), logits), rows);
            if (decode.search().isFinished()) {
                decideOn(decode.result(rows.encoderLength()));
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

    private void decideOn(GenerationResult result) {
        GenerationConfig next = job.followUp().after(result);
        if (next == null) {
            complete(aligned(result));
        } else {
            decodeAgain(next);
        }
    }

    /** Begins at the first position of the same rows: what stands behind it is overwritten before it is read. */
    private void decodeAgain(GenerationConfig config) {
        if (config.rows() > rows.count()) {
            throw new IllegalArgumentException(
                    "decoding again takes %d rows and the job holds %d".formatted(config.rows(), rows.count()));
        }
        decode = decodes.start(config, job.listener());
    }

    private GenerationResult aligned(GenerationResult result) {
        int[] tokenIds = job.followUp().tokensToAlign(result);
        return tokenIds.length == 0 ? result : result.withCrossAttention(rows.crossAttention(tokenIds));
    }

    private void complete(GenerationResult result) {
        leave();
        job.result().complete(result);
    }

    private void leave() {
        left = true;
        rows.releaseAll();
    }
}
