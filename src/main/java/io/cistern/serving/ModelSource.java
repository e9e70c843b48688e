package io.cistern.serving;

import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.Precision;
import io.cistern.tokenization.TextTokenizer;
import java.nio.file.Path;

/** Opens models from their folders on a tensor engine; the seam where tests put a model of their own. */
public interface ModelSource {

    EncoderDecoderModel loadModel(Path folder, Precision precision);

    TextTokenizer openTokenizer(Path folder);

    /** Prepares the calling thread for running programs. */
    void prepareThread();
}
