package io.cistern.generation;

/**
 * A token with its log-probability under the model: the log-softmax of the raw logits, before any processor changed them.
 */
public record TokenDetail(int id, float logProbability) {}
