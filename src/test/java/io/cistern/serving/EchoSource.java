package io.cistern.serving;

import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import io.cistern.testing.LetterTokenizer;
import io.cistern.tokenization.TextTokenizer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Loads an {@link EchoModel} from any folder: a whole service without an engine. */
public final class EchoSource implements ModelSource {

    private final Map<String, EchoModel> models = new ConcurrentHashMap<>();
    private final LetterTokenizer tokenizer = new LetterTokenizer();
    private volatile boolean broken;
    private volatile @Nullable ModelConfig pretended;

    EchoModel model(String folder) {
        return models.get(folder);
    }

    LetterTokenizer tokenizer() {
        return tokenizer;
    }

    Collection<EchoModel> models() {
        return models.values();
    }

    /** Makes every decoder call of models that are loaded from now on, or were, fail. */
    public void breakModels() {
        broken = true;
    }

    public void repairModels() {
        broken = false;
    }

    /** Makes models that are loaded from now on say that they are another one. */
    void pretendToBe(ModelConfig config) {
        pretended = config;
    }

    @Override
    public EncoderDecoderModel loadModel(Path folder, Precision precision) {
        EchoModel model = new EchoModel();
        model.config = pretended == null ? model : pretended;
        model.beforeDecode = inputs -> {
            if (broken) {
                throw new IllegalStateException("broken");
            }
        };
        models.put(folder.getFileName().toString(), model);
        return model;
    }

    @Override
    public TextTokenizer openTokenizer(Path folder) {
        return tokenizer;
    }

    @Override
    public void prepareThread() {}
}
