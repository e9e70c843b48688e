package io.cistern.checkpoint;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A checkpoint is damaged, incomplete or unexpected; names the file and, where it is about one, the tensor. */
public final class CheckpointFormatException extends RuntimeException {

    private static final int LONGEST_NAME = 200;

    private final transient Path path;
    private final @Nullable String tensor;

    public CheckpointFormatException(Path path, String reason) {
        this(path, null, reason, null);
    }

    public CheckpointFormatException(Path path, String reason, Throwable cause) {
        this(path, null, reason, cause);
    }

    public CheckpointFormatException(Path path, String tensor, String reason) {
        this(path, tensor, reason, null);
    }

    private CheckpointFormatException(Path path, @Nullable String tensor, String reason, @Nullable Throwable cause) {
        super(path + ": " + (tensor == null ? "" : "tensor " + quoted(tensor) + " ") + reason, cause);
        this.path = path;
        this.tensor = tensor;
    }

    /** Returns the file, or the folder, that is at fault. */
    public Path path() {
        return path;
    }

    /** Returns the tensor at fault, or null if the fault is not one tensor's. */
    public @Nullable String tensor() {
        return tensor;
    }

    /** Makes text that a checkpoint supplied safe for one line of a log. */
    static String quoted(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return printable.length() <= LONGEST_NAME
                ? "'" + printable + "'"
                : "'" + printable.substring(0, LONGEST_NAME) + "...'";
    }
}
