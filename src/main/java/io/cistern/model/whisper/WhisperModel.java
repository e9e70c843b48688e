package io.cistern.model.whisper;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.cache.TensorCache;
import io.cistern.cache.UnsuitableCapacityException;
import io.cistern.model.AudioSource;
import io.cistern.model.CrossAttention;
import io.cistern.model.DecoderInput;
import io.cistern.model.DecoderPlan;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.EncoderSource;
import io.cistern.model.Precision;
import io.cistern.model.ProgramModel;
import io.cistern.model.TokenSource;
import io.cistern.model.WeightReader;
import io.cistern.program.Engine;
import io.cistern.program.KernelProbes;
import io.cistern.program.TensorProgram;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** A Whisper checkpoint whose arithmetic is the program {@code torchscript/whisper.py}. */
public final class WhisperModel extends ProgramModel {

    private final WhisperConfig config;
    private final LogMel logMel;

    private WhisperModel(WhisperConfig config, Precision precision, NDManager owner, TensorProgram program) {
        super(precision, owner, program);
        this.config = config;
        this.logMel = new LogMel(program, config.melBands(), config.windowFrames());
    }

    /** Reads the weights once; with INT8 only their packed form is kept. */
    public static WhisperModel load(WhisperConfig config, WeightReader weights, Precision precision) {
        NDManager owner = Engine.newScope();
        try {
            TensorProgram program = program(config, precision, owner);
            new WhisperWeights(config, weights, program, owner).load();
            return new WhisperModel(config, precision, owner, program);
        } catch (RuntimeException ex) {
            owner.close();
            throw ex;
        }
    }

    private static TensorProgram program(WhisperConfig config, Precision precision, NDManager owner) {
        boolean encoderInt8 = precision.ofEncoder() == Precision.INT8;
        boolean tiles = encoderInt8 && KernelProbes.multipliesIntegersInTiles();
        boolean brainFloats = precision.ofEncoder() == Precision.BF16;
        String floats = brainFloats ? "dense_bfloat16" : KernelProbes.denseLibrary();
        boolean decoderInt8 = precision.ofDecoder() == Precision.INT8;
        return TensorProgram.builder("Whisper", "whisper")
                .libraries("layers", "quantization")
                .library("dense", KernelProbes.denseLibrary())
                .library("encoder_dense", tiles ? "dense_int8" : floats)
                .attribute("encoder_heads", config.encoderHeads())
                .attribute("encoder_layers", config.encoderLayers())
                .attribute("decoder_layers", config.decoderLayers())
                .attribute("encoder_scale", scale(config.encoderHeads(), config.width()))
                .attribute("decoder_scale", scale(config.decoderHeads(), config.width()))
                .attribute("embedding_scale", config.scalesEmbedding() ? Math.sqrt(config.width()) : 1.0)
                .attribute("threads", Engine.threads())
                .attribute("encoder_int8", encoderInt8 && !tiles)
                .attribute("decoder_int8", decoderInt8)
                .attribute(
                        "levels", decoderInt8 ? KernelProbes.integerArithmetic().levels() : 0)
                .tensorLists("features", "convolutions", "positions", "embedding", "norms", "shifts")
                .tensorLists("encoder_biases", "decoder_biases")
                .denseLists("encoder_linears", "decoder_linears")
                .int8Lists("encoder_packed", "decoder_packed")
                .load(owner);
    }

    private static double scale(int heads, int width) {
        return Math.pow((double) width / heads, -0.5);
    }

    @Override
    public WhisperConfig config() {
        return config;
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        if (capacity.maxEncoderLength() < config.sourcePositions()) {
            throw UnsuitableCapacityException.tooSmall(
                    Bound.ENCODER_LENGTH, capacity.maxEncoderLength(), config.sourcePositions());
        }
        if (capacity.maxCacheLength() > config.targetPositions()) {
            throw UnsuitableCapacityException.tooLarge(
                    Bound.CACHE_LENGTH, capacity.maxCacheLength(), config.targetPositions());
        }
        return super.allocateCache(capacity);
    }

    /** A window takes all positions, however much of it is audio. */
    @Override
    public int encoderLength(EncoderSource source) {
        if (source instanceof TokenSource) {
            throw new IllegalArgumentException("the model reads audio, not token ids");
        }
        return config.sourcePositions();
    }

    /** One window keeps all cores busy. */
    @Override
    public boolean encodesTogether() {
        return false;
    }

    @Override
    public EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        TensorCache tensors = tensors(cache);
        int rows = inputs.stream().mapToInt(EncoderInput::crossRow).max().orElseThrow() + 1;
        tensors.ensureCross(rows, config.sourcePositions());
        return new RecordingPass(inputs.stream()
                .map(input -> new WindowPass(owner(), config, program(), logMel, tensors, input))
                .toList());
    }

    @Override
    public float highestLogMel(AudioSource audio) {
        try (NDManager scope = owner().newSubManager()) {
            return logMel.highest(scope, audio);
        }
    }

    @Override
    public CrossAttention crossAttention(EncoderDecoderCache cache, DecoderInput input) {
        if (input.position() != 0) {
            throw new IllegalArgumentException("a row is fed again from position 0, not " + input.position());
        }
        DecoderPlan plan = new DecoderPlan(List.of(input));
        TensorCache tensors = tensors(cache);
        tensors.ensureSelf(plan.rows(), plan.length());
        requirePositions(plan.length());
        try (NDManager scope = owner().newSubManager()) {
            NDArray weights = program()
                    .compute(
                            scope,
                            "alignment",
                            plan.tokenIds(),
                            plan.selfGroups(),
                            plan.crossGroups(),
                            alignmentHeads(),
                            tensors.selfKeys(),
                            tensors.selfValues(),
                            tensors.crossKeys(),
                            tensors.crossValues());
            return new CrossAttention(
                    config.alignmentHeads().size(),
                    input.tokenIds().length,
                    input.encoderLength(),
                    weights.toFloatArray());
        }
    }

    private long[] alignmentHeads() {
        return config.alignmentHeads().stream()
                .sorted(Comparator.comparingInt(WhisperConfig.AlignmentHead::layer))
                .flatMapToLong(head -> LongStream.of(head.layer(), head.head()))
                .toArray();
    }

    @Override
    protected void requirePositions(int length) {
        if (length > config.targetPositions()) {
            throw new CacheCapacityExceededException(Bound.CACHE_LENGTH, length, config.targetPositions());
        }
    }

    /** One window after another. */
    private static final class RecordingPass implements EncoderPass {

        private final List<WindowPass> windows;
        private int current;

        RecordingPass(List<WindowPass> windows) {
            this.windows = windows;
        }

        @Override
        public boolean advance() {
            if (!windows.get(current).advance()) {
                windows.get(current++).close();
            }
            return current < windows.size();
        }

        @Override
        public void close() {
            windows.forEach(WindowPass::close);
        }
    }
}
