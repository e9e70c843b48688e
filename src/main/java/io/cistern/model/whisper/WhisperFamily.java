package io.cistern.model.whisper;

import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamily;
import io.cistern.model.Precision;
import io.cistern.model.WeightReader;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Loads Whisper checkpoints: multilingual, English and distilled. */
public final class WhisperFamily implements ModelFamily {

    @Override
    public Set<String> modelTypes() {
        return Set.of("whisper");
    }

    @Override
    public Set<Precision> precisions() {
        return Set.of(Precision.FP32, Precision.INT8, Precision.BF16, Precision.BF16_INT8);
    }

    @Override
    public EncoderDecoderModel load(
            JsonNode config, Optional<JsonNode> generationConfig, WeightReader weights, Precision precision) {
        return WhisperModel.load(WhisperConfig.from(config, generationConfig), weights, precision);
    }
}
