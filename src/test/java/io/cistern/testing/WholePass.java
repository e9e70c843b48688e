package io.cistern.testing;

import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import java.util.List;

/** Encodes without anything in between. */
public final class WholePass {

    private WholePass() {}

    /** Encodes inputs of any lengths and writes their cross-attention keys and values into their rows. */
    public static void encode(EncoderDecoderModel model, EncoderDecoderCache cache, List<EncoderInput> inputs) {
        try (EncoderPass pass = model.startEncoding(cache, inputs)) {
            while (pass.advance()) {
                // the next piece
            }
        }
    }
}
