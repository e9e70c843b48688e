package io.cistern.serving;

import java.time.Duration;

/** Is told what happens in serving one model, on the thread where it happens: must not block. */
public interface StepObserver {

    /** Sees nothing. */
    StepObserver NONE = (phase, duration, rows) -> {};

    /** Which half of the model ran. */
    enum Phase {
        ENCODE,
        DECODE
    }

    /**
     * A piece of an encoder pass or a decoder step was computed.
     *
     * @param rows inputs of the pass or rows of the step; there is no padding
     */
    void computed(Phase phase, Duration duration, int rows);

    /** An input got its rows, so long after it was queued. */
    default void started(Duration queued) {}
}
