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

    @Override
    public Set<String> modelTypes() {
        return Set.of("t5", "mt5", "umt5", "byt5");
    }

    @Override
    public EncoderDecoderModel load(
            JsonNode config, Optional<JsonNode> generationConfig, WeightReader weights, Precision precision) {
        return T5Model.load(T5Config.from(config, generationConfig), weights, precision);
    }
}
