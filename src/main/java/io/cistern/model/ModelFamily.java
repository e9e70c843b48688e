package io.cistern.model;

import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** A family of checkpoints that share a program: one configuration record, one program, one weight map. */
public interface ModelFamily {

    /** Returns the values of {@code model_type} in config.json that this family loads. */
    Set<String> modelTypes();

    /** Returns the precisions that the family's program computes in. */
    default Set<Precision> precisions() {
        return Set.of(Precision.FP32, Precision.INT8);
    }

    /**
     * Loads a checkpoint.
     *
     * @param precision one of {@link #precisions()}
     */
    EncoderDecoderModel load(
            JsonNode config, Optional<JsonNode> generationConfig, WeightReader weights, Precision precision);
}
