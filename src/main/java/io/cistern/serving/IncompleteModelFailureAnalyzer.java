package io.cistern.serving;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says what a model lacks, and why; comes before what Spring says of settings that cannot be bound. */
@Order(Ordered.HIGHEST_PRECEDENCE)
class IncompleteModelFailureAnalyzer extends AbstractFailureAnalyzer<IncompleteModelException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, IncompleteModelException cause) {
        return new FailureAnalysis(
                "%s. A list is replaced as a whole: the models of other sources, and those of the default, are gone."
                        .formatted(cause.getMessage()),
                "An environment variable or argument that sets a model must give id and path of all models.",
                cause);
    }
}
