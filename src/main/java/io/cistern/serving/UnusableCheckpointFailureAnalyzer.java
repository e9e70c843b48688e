package io.cistern.serving;

import io.cistern.checkpoint.CheckpointFormatException;
import io.cistern.model.UnsupportedModelException;
import io.cistern.tokenization.UnsupportedTokenizerException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with the checkpoint of a model that cannot be loaded. */
class UnusableCheckpointFailureAnalyzer extends AbstractFailureAnalyzer<ModelStartFailedException> {

    private static final List<Class<? extends RuntimeException>> REASONS = List.of(
            CheckpointFormatException.class, UnsupportedModelException.class, UnsupportedTokenizerException.class);

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ModelStartFailedException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (REASONS.stream().anyMatch(cause.getClass()::equals)) {
                return analysis(failure, cause);
            }
        }
        return null;
    }

    private static FailureAnalysis analysis(ModelStartFailedException failure, Throwable cause) {
        return new FailureAnalysis(
                "Model '%s' cannot be loaded: %s".formatted(failure.model(), cause.getMessage()),
                "Set %s.path to a complete checkpoint of a supported family, as it is on the Hugging Face hub."
                        .formatted(failure.setting()),
                cause);
    }
}
