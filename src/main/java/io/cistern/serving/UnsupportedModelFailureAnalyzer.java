package io.cistern.serving;

import io.cistern.model.UnsupportedModelException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says that a checkpoint is of a kind that cannot be served. */
class UnsupportedModelFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedModelException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedModelException cause) {
        return new FailureAnalysis(
                "A configured model cannot be served: " + cause.getMessage(),
                "Set cistern.models[n].path to the folder of a supported checkpoint.",
                cause);
    }
}
