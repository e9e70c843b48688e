package io.cistern.serving;

import static java.util.stream.Collectors.joining;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says where a model's folder was looked for and which setting names it. */
class ModelFolderNotFoundFailureAnalyzer extends AbstractFailureAnalyzer<ModelFolderNotFoundException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ModelFolderNotFoundException cause) {
        String places = cause.searched().stream().map(path -> "  " + path).collect(joining("\n"));
        return new FailureAnalysis(
                "The folder of model '%s' was not found. Looked at:\n\n%s".formatted(cause.model(), places),
                "Set cistern.models[n].path of model '%s' to a folder with config.json, safetensors and tokenizer files."
                        .formatted(cause.model()),
                cause);
    }
}
