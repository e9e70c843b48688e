package io.cistern.model.t5;

import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamily;
import io.cistern.model.Precision;
import io.cistern.model.WeightReader;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Loads T5, FLAN-T5, mT5, umT5 and ByT5 checkpoints. */
public final class T5Family implements ModelFamily {

    /**
     * With fewer weights an operation of a step takes microseconds, and a second thread only keeps a core from the rest of
     * the service. Between two sizes that were measured (docs/decisions/0009).
     */
    private static final long FEW_WEIGHTS = 8_000_000;

    private final long fewWeights;

    /** Computes with all threads, but models of few weights with one. */
    public T5Family() {
        this(FEW_WEIGHTS);
    }

    /** @param fewWeights models with fewer weights than this compute with one thread */
    public T5Family(long fewWeights) {
        this.fewWeights = fewWeights;
    }

    @Override
    public Set<String> modelTypes() {
        return Set.of("t5", "mt5", "umt5", "byt5");
    }

    @Override
    public EncoderDecoderModel load(
            JsonNode config, Optional<JsonNode> generationConfig, WeightReader weights, Precision precision) {
        T5Config t5 = T5Config.from(config, generationConfig);
        return T5Model.load(t5, weights, precision, t5.multipliedWeights() < fewWeights);
    }
}
