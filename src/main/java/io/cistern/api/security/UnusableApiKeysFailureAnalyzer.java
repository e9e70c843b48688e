package io.cistern.api.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with the API keys, and never shows one. */
class UnusableApiKeysFailureAnalyzer extends AbstractFailureAnalyzer<UnusableApiKeysException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableApiKeysException failure) {
        return new FailureAnalysis(
                "The API keys cannot be used: %s.".formatted(failure.getMessage()),
                "Correct the setting that is named, or remove it: without keys everybody may use the service.",
                failure);
    }
}
