package io.cistern.testing;

import io.cistern.cache.CacheShape;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.EncoderSource;
import io.cistern.model.ModelConfig;
import io.cistern.model.Precision;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** What models in plain Java have in common: they are their own configuration and encode in as many pieces as wanted. */
public abstract class PlainModel implements EncoderDecoderModel, ModelConfig {

    public static final int END = 1;

    public final AtomicInteger passes = new AtomicInteger();
    public final AtomicInteger closedPasses = new AtomicInteger();
    public volatile int encoderPieces = 1;
    public volatile boolean encodesTogether = true;

    private final String type;
    private final int vocabularySize;

    protected PlainModel(String type, int vocabularySize) {
        this.type = type;
        this.vocabularySize = vocabularySize;
    }

    /** Computes all that a pass is for, in its last piece. */
    protected abstract void encodeAll(EncoderDecoderCache cache, List<EncoderInput> inputs);

    @Override
    public EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        passes.incrementAndGet();
        return new PiecewisePass(encoderPieces, () -> encodeAll(cache, inputs), closedPasses::incrementAndGet);
    }

    @Override
    public int encoderLength(EncoderSource source) {
        return new EncoderInput(source, 0).tokenIds().length;
    }

    @Override
    public boolean encodesTogether() {
        return encodesTogether;
    }

    @Override
    public ModelConfig config() {
        return this;
    }

    @Override
    public String modelType() {
        return type;
    }

    @Override
    public int vocabularySize() {
        return vocabularySize;
    }

    @Override
    public CacheShape cacheShape() {
        return new CacheShape(1, 1, 1);
    }

    @Override
    public int decoderStartTokenId() {
        return 0;
    }

    @Override
    public Set<Integer> endOfSequenceTokenIds() {
        return Set.of(END);
    }

    @Override
    public Precision precision() {
        return Precision.FP32;
    }

    @Override
    public int liveArrays() {
        return 0;
    }
}
