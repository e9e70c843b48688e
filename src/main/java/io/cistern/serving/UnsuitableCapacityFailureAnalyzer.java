package io.cistern.serving;

import io.cistern.cache.UnsuitableCapacityException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting a model needs otherwise. */
class UnsuitableCapacityFailureAnalyzer extends AbstractFailureAnalyzer<ModelStartFailedException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ModelStartFailedException failure) {
        UnsuitableCapacityException cause = findCause(failure, UnsuitableCapacityException.class);
        return cause == null ? null : analysis(failure, cause);
    }

    private static FailureAnalysis analysis(ModelStartFailedException failure, UnsuitableCapacityException cause) {
        return new FailureAnalysis(
                "Model '%s' cannot work with its cache capacity: %s.".formatted(failure.model(), cause.getMessage()),
                "Set %s.capacity.%s to %d."
                        .formatted(failure.setting(), cause.bound().setting(), cause.suitable()),
                cause);
    }
}
