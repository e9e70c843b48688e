package io.cistern.generation;

/** Sees the raw logits of each row of a job at each step, to compare two runs. */
@FunctionalInterface
public interface LogitsObserver {

    /** Sees nothing. */
    LogitsObserver NONE = logits -> {};

    /**
     * Called on the decode thread, candidate after candidate and beam after beam.
     *
     * @param logits read-only and valid during the call: the next row is read into the same array
     */
    void observe(float[] logits);
}
