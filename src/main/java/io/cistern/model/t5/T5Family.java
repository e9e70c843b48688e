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
     * Weights that a core keeps in its caches. More threads would wait for one another longer than they compute: with
     * one, g2p-en answered twice as many requests of eight clients as with two.
     */
    private static final long FEW_WEIGHTS = 8_000_000;

    private final long fewWeights;

    /** Computes with all threads, but models of few weights with one. */
    public T5Family() {
        this(FEW_WEIGHTS);
    }

    private T5Family(long fewWeights) {
        this.fewWeights = fewWeights;
    }

    /** Returns the family with all threads for models of any size. */
    public static T5Family onAllThreads() {
        return new T5Family(0);
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
