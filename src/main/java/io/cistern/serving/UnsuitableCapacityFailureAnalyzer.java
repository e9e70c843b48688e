package io.cistern.serving;

import io.cistern.cache.UnsuitableCapacityException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting a model needs otherwise. */
class UnsuitableCapacityFailureAnalyzer extends AbstractFailureAnalyzer<UnsuitableCapacityException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsuitableCapacityException cause) {
        return new FailureAnalysis(
                "A configured model cannot work with its cache capacity: %s.".formatted(cause.getMessage()),
                "Set cistern.models[n].capacity.%s of this model to %d."
                        .formatted(cause.bound().setting(), cause.suitable()),
                cause);
    }
}
