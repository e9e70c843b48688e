package io.cistern.generation;

import io.cistern.model.StepLogits;
import java.util.List;
import java.util.stream.IntStream;

/** The logits that one step gave a job's rows, read one row at a time into an array that the job keeps. */
final class RowLogits {

    private final StepLogits step;
    private final int first;
    private final List<RowInput> inputs;
    private final LogitsObserver observer;
    private final float[] values;
    private float logSumExp;

    /**
     * @param first index in the step of the job's first row
     * @param inputs what the job's rows were fed
     * @param values receives the logits of the row that is read, one per vocabulary entry
     */
    RowLogits(StepLogits step, int first, List<RowInput> inputs, LogitsObserver observer, float[] values) {
        this.step = step;
        this.first = first;
        this.inputs = inputs;
        this.observer = observer;
        this.values = values;
    }

    /**
     * Reads the logits of one row.
     *
     * @param index index of the row among the inputs of the step
     */
    void read(int index) {
        logSumExp = step.logSumExp(first + index);
        if (!Float.isFinite(logSumExp)) {
            throw new LogitsNotFiniteException(inputs.get(index).nextPosition(), logSumExp);
        }
        step.copyTo(first + index, values);
        observer.observe(values);
    }

    /** Returns the logits of the row that was read; not to be changed. */
    float[] values() {
        return values;
    }

    /** Returns a token of the row that was read with its log-probability. */
    TokenDetail token(int id) {
        return new TokenDetail(id, values[id] - logSumExp);
    }

    /** Returns the most likely tokens of the row that was read, best first. */
    List<TokenDetail> top(HighestScores highest) {
        int count = highest.find(values);
        return IntStream.range(0, count)
                .mapToObj(rank -> token(highest.id(rank)))
                .toList();
    }

    /** Writes the log-probabilities of the row that was read. */
    void logProbabilities(float[] target) {
        for (int id = 0; id < target.length; id++) {
            target[id] = values[id] - logSumExp;
        }
    }
}
