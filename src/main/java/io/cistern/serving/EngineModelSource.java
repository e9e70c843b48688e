package io.cistern.serving;

import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.t5.T5Family;
import io.cistern.model.whisper.WhisperFamily;
import io.cistern.program.Engine;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import java.nio.file.Path;
import org.springframework.stereotype.Component;

/** Opens models on the engine of this process, which it prepares before anything touches it. */
@Component
class EngineModelSource implements ModelSource {

    private final ModelFamilies families = new ModelFamilies(new T5Family(), new WhisperFamily());

    EngineModelSource(CisternProperties properties) {
        Integer threads = properties.threads();
        Engine.prepare(threads == null ? PhysicalCores.available() : threads);
    }

    @Override
    public EncoderDecoderModel loadModel(Path folder, Precision precision) {
        return families.load(folder, precision);
    }

    @Override
    public TextTokenizer openTokenizer(Path folder) {
        return TokenizerLoader.load(folder);
    }

    @Override
    public void prepareThread() {
        Engine.prepareThread();
    }
}
