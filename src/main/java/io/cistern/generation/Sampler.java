package io.cistern.generation;

/** Chooses one token from the scores that the logits processors left. */
public interface Sampler {

    /** Returns the id of the chosen token. */
    int sample(float[] scores);
}
