package io.cistern.serving;

import io.cistern.checkpoint.CheckpointFormatException;
import io.cistern.model.UnsupportedModelException;
import io.cistern.tokenization.UnsupportedTokenizerException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** Says what is wrong with the checkpoint of a model that cannot be loaded. */
class UnusableCheckpointFailureAnalyzer implements FailureAnalyzer {

    private static final List<Class<? extends RuntimeException>> REASONS = List.of(
            CheckpointFormatException.class, UnsupportedModelException.class, UnsupportedTokenizerException.class);

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (REASONS.stream().anyMatch(cause.getClass()::equals)) {
                return analysis(cause);
            }
        }
        return null;
    }

    private static FailureAnalysis analysis(Throwable cause) {
        return new FailureAnalysis(
                "A configured model cannot be loaded: " + cause.getMessage(),
                "Set cistern.models[n].path to a complete checkpoint of a supported family, as it is on the Hugging Face hub.",
                cause);
    }
}
