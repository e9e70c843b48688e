package io.cistern.model;

import io.cistern.checkpoint.CheckpointDirectory;
import io.cistern.checkpoint.CheckpointWeights;
import io.cistern.program.IntegerArithmetic;
import io.cistern.program.KernelProbes;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
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
                    resolved(precision, family));
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
        return sorted(families.stream()
                .flatMap(family -> family.modelTypes().stream())
                .toList());
    }

    private static Precision resolved(Precision precision, ModelFamily family) {
        if (precision == Precision.AUTO) {
            return fastest(family);
        }
        if (!family.precisions().contains(precision)) {
            throw new UnsupportedModelException("precision %s is configured, but models of type %s compute in %s"
                    .formatted(precision.setting(), sorted(family.modelTypes()), names(family.precisions())));
        }
        if (precision.ofDecoder() == Precision.INT8 && KernelProbes.integerArithmetic() == IntegerArithmetic.NONE) {
            throw new UnsupportedModelException(
                    "precision %s is configured, but the engine has no 8-bit kernels for this CPU; use fp32 or auto"
                            .formatted(precision.setting()));
        }
        return precision;
    }

    private static Precision fastest(ModelFamily family) {
        if (KernelProbes.integerArithmetic() != IntegerArithmetic.EXACT) {
            return Precision.FP32;
        }
        boolean brainFloats =
                family.precisions().contains(Precision.BF16_INT8) && KernelProbes.multipliesBrainFloatsFast();
        return brainFloats ? Precision.BF16_INT8 : Precision.INT8;
    }

    private static String names(Set<Precision> precisions) {
        return sorted(precisions.stream().map(Precision::setting).toList());
    }

    private static String sorted(Collection<String> names) {
        return names.stream().sorted().collect(Collectors.joining(", "));
    }
}
