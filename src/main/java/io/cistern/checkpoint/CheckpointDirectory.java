package io.cistern.checkpoint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A model's folder as on the Hugging Face hub: its configuration and its weights. */
public final class CheckpointDirectory {

    private static final String CONFIG = "config.json";
    private static final String GENERATION_CONFIG = "generation_config.json";

    private final Path path;
    private final JsonNode config;
    private final Optional<JsonNode> generationConfig;

    private CheckpointDirectory(Path path, JsonNode config, Optional<JsonNode> generationConfig) {
        this.path = path;
        this.config = config;
        this.generationConfig = generationConfig;
    }

    /** Reads the folder's configuration; its weights stay closed until asked for. */
    public static CheckpointDirectory open(Path path) {
        if (!Files.isDirectory(path)) {
            throw new CheckpointFormatException(
                    path, Files.exists(path) ? "is a file, not a checkpoint folder" : "does not exist");
        }
        Path config = path.resolve(CONFIG);
        if (!Files.exists(config)) {
            throw new CheckpointFormatException(path, "holds no " + CONFIG + ForeignWeights.explain(path));
        }
        return new CheckpointDirectory(
                path, CheckpointJson.readObject(config), readIfThere(path.resolve(GENERATION_CONFIG)));
    }

    private static Optional<JsonNode> readIfThere(Path file) {
        return Files.exists(file) ? Optional.of(CheckpointJson.readObject(file)) : Optional.empty();
    }

    public Path path() {
        return path;
    }

    /** Returns {@code config.json}. */
    public JsonNode config() {
        return config;
    }

    /** Returns {@code generation_config.json}, which not every checkpoint has. */
    public Optional<JsonNode> generationConfig() {
        return generationConfig;
    }

    /** Opens the weights; the caller closes them. */
    public CheckpointWeights weights() {
        return CheckpointWeights.open(path);
    }
}
