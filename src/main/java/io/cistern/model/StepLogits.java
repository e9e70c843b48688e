package io.cistern.model;

/** The scores of the next token of every row of one decoder call, in the order of its inputs; valid until closed. */
public interface StepLogits extends AutoCloseable {

    /** Copies the vocabulary's logits of one input into {@code target}. */
    void copyTo(int index, float[] target);

    /** Returns log(sum(exp(logits))) of one input: a logit minus it is the token's log-probability. */
    float logSumExp(int index);

    @Override
    void close();
}
