package io.cistern.settings;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says where the settings are that there are. */
class UnknownSettingFailureAnalyzer extends AbstractFailureAnalyzer<UnknownSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownSettingException cause) {
        return new FailureAnalysis(
                cause.getMessage(), "Correct or remove it; config/application.yml has every setting.", cause);
    }
}
