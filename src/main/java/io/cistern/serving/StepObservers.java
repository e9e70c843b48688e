package io.cistern.serving;

/** Gives every model the observer of its steps. */
@FunctionalInterface
public interface StepObservers {

    StepObserver of(String model);
}
