package io.cistern.tokenization;

import java.nio.file.Path;

/** Thrown when a checkpoint folder has no tokenizer that this service can read. */
public final class UnsupportedTokenizerException extends RuntimeException {

    private final transient Path folder;

    UnsupportedTokenizerException(Path folder, String reason) {
        super("No tokenizer in %s: %s".formatted(folder, reason));
        this.folder = folder;
    }

    UnsupportedTokenizerException(Path folder, String reason, Throwable cause) {
        super("No tokenizer in %s: %s".formatted(folder, reason), cause);
        this.folder = folder;
    }

    /** Returns the checkpoint folder. */
    public Path folder() {
        return folder;
    }
}
