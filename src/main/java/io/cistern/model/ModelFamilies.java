package io.cistern.model;

import io.cistern.checkpoint.CheckpointDirectory;
import io.cistern.checkpoint.CheckpointWeights;
import io.cistern.program.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The families that can be served: loads a checkpoint folder with the one that knows its {@code model_type}. */
public final class ModelFamilies {

    private final List<ModelFamily> families;

    public ModelFamilies(ModelFamily... families) {
        this.families = List.of(families);
    }

    /**
     * Loads the checkpoint in {@code folder}.
     *
     * @throws UnsupportedModelException if no family knows its model type, or this CPU cannot compute in the precision
     * @throws io.cistern.checkpoint.CheckpointFormatException if its files are not what its configuration says
     */
    public EncoderDecoderModel load(Path folder, Precision precision) {
        CheckpointDirectory directory = CheckpointDirectory.open(folder);
        ModelFamily family =
                family(folder, directory.config().path("model_type").asString(""));
        try (CheckpointWeights weights = directory.weights()) {
            return family.load(
                    directory.config(),
                    directory.generationConfig(),
                    new CheckpointWeightReader(weights),
                    resolved(precision));
        }
    }

    private ModelFamily family(Path folder, String modelType) {
        return families.stream()
                .filter(family -> family.modelTypes().contains(modelType))
                .findFirst()
                .orElseThrow(() -> new UnsupportedModelException("%s: model_type '%s' is not known; known are %s"
                        .formatted(folder.resolve("config.json"), modelType, knownTypes())));
    }

    private String knownTypes() {
        return families.stream()
                .flatMap(family -> family.modelTypes().stream())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static Precision resolved(Precision precision) {
        if (precision == Precision.FP32) {
            return precision;
        }
        Engine.IntegerArithmetic arithmetic = Engine.integerArithmetic();
        if (precision == Precision.AUTO) {
            return arithmetic == Engine.IntegerArithmetic.EXACT ? Precision.INT8 : Precision.FP32;
        }
        if (arithmetic == Engine.IntegerArithmetic.NONE) {
            throw new UnsupportedModelException(
                    "precision int8 is configured, but the engine has no 8-bit kernels for this CPU; use fp32 or auto");
        }
        return precision;
    }
}
