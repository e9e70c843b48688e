package io.cistern.serving;

import static java.util.stream.Collectors.joining;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says where a model's folder was looked for and which setting names it. */
class ModelFolderNotFoundFailureAnalyzer extends AbstractFailureAnalyzer<ModelStartFailedException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ModelStartFailedException failure) {
        ModelFolderNotFoundException cause = findCause(failure, ModelFolderNotFoundException.class);
        return cause == null ? null : analysis(failure, cause);
    }

    private static FailureAnalysis analysis(ModelStartFailedException failure, ModelFolderNotFoundException cause) {
        String places = cause.searched().stream().map(path -> "  " + path).collect(joining("\n"));
        return new FailureAnalysis(
                "The folder of model '%s' was not found. Looked at:\n\n%s".formatted(failure.model(), places),
                "Set %s.path to a folder with config.json, safetensors and tokenizer files."
                        .formatted(failure.setting()),
                cause);
    }
}
