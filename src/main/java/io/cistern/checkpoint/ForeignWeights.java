package io.cistern.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Tells why the weights that a folder does hold are not read, where it lacks safetensors. */
final class ForeignWeights {

    private static final String PICKLE =
            "Python's pickle, which can run any program when it is opened; safetensors is needed, which holds nothing"
                    + " but numbers (Transformers' save_pretrained() writes it)";
    private static final String OTHER_RUNTIME =
            "the format of another runtime; safetensors is needed, as the Hugging Face hub has it";

    private static final Map<String, String> REASONS = Map.of(
            ".bin", PICKLE,
            ".pt", PICKLE,
            ".pth", PICKLE,
            ".ckpt", PICKLE,
            ".pkl", PICKLE,
            ".gguf", OTHER_RUNTIME,
            ".ggml", OTHER_RUNTIME,
            ".onnx", OTHER_RUNTIME,
            ".msgpack", OTHER_RUNTIME,
            ".h5", OTHER_RUNTIME);

    private ForeignWeights() {}

    /** Returns a clause to end a message with; empty if the folder holds no weights of any known kind. */
    static String explain(Path folder) {
        Map<String, String> found = new TreeMap<>();
        for (String name : names(folder)) {
            String reason = REASONS.get(ending(name));
            if (reason != null) {
                found.putIfAbsent(reason, name);
            }
        }
        StringBuilder clause = new StringBuilder();
        found.forEach((reason, name) -> clause.append("; ")
                .append(CheckpointFormatException.quoted(name))
                .append(" is in ")
                .append(reason));
        return clause.toString();
    }

    private static String ending(String name) {
        return name.substring(Math.max(0, name.lastIndexOf('.')));
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new CheckpointFormatException(folder, "cannot be listed: " + e, e);
        }
    }
}
