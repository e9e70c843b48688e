package io.cistern.model;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A family of checkpoints that share a program: one configuration record, one program, one weight map. */
public interface ModelFamily {

    /** Returns the values of {@code model_type} in config.json that this family loads. */
    Set<String> modelTypes();

    /**
     * Loads a checkpoint.
     *
     * @param precision FP32 or INT8
     */
    EncoderDecoderModel load(
            JsonNode config, Optional<JsonNode> generationConfig, WeightReader weights, Precision precision);
}
