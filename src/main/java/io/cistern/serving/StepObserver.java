package io.cistern.serving;

import java.time.Duration;

/** Is told how long the programs of one model ran. */
public interface StepObserver {

    /** Which half of the model ran. */
    enum Phase {
        ENCODE,
        DECODE
    }

    void computed(Phase phase, Duration duration);
}
