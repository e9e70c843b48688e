package io.cistern.model.t5;

import ai.djl.ndarray.NDManager;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.cache.TensorCache;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.EncoderPlan;
import io.cistern.model.EncoderSource;
import io.cistern.model.Precision;
import io.cistern.model.ProgramModel;
import io.cistern.model.WeightReader;
import io.cistern.program.Engine;
import io.cistern.program.KernelProbes;
import io.cistern.program.TensorProgram;
import java.util.List;

/** A T5 family checkpoint whose arithmetic is the program {@code torchscript/t5.py}. */
public final class T5Model extends ProgramModel {

    private static final int FIRST_RESERVATION = 512;

    private final T5Config config;
    private int reservedPositions;

    private T5Model(T5Config config, Precision precision, NDManager owner, TensorProgram program) {
        super(precision, owner, program);
        this.config = config;
    }

    /**
     * Reads the weights once; with INT8 only their packed form is kept.
     *
     * @param alone whether one thread computes, instead of all
     */
    static T5Model load(T5Config config, WeightReader weights, Precision precision, boolean alone) {
        NDManager owner = Engine.newScope();
        try {
            TensorProgram program = program(config, precision, alone, owner);
            new T5Weights(config, weights, program, owner).load();
            T5Model model = new T5Model(config, precision, owner, program);
            model.requirePositions(FIRST_RESERVATION);
            return model;
        } catch (RuntimeException ex) {
            owner.close();
            throw ex;
        }
    }

    private static TensorProgram program(T5Config config, Precision precision, boolean alone, NDManager owner) {
        boolean int8 = precision == Precision.INT8;
        boolean tiles = int8 && KernelProbes.multipliesIntegersInTiles();
        return TensorProgram.builder("T5", "t5")
                .libraries("layers", "quantization")
                .library("dense", KernelProbes.denseLibrary())
                .library("encoder_dense", tiles ? "dense_int8" : KernelProbes.denseLibrary())
                .attribute("heads", config.heads())
                .attribute("encoder_layers", config.encoderLayers())
                .attribute("decoder_layers", config.decoderLayers())
                .attribute("activation", config.activation())
                .attribute("gated", config.gated())
                .attribute("epsilon", config.epsilon())
                .attribute("output_scale", config.scalesOutput() ? Math.pow(config.width(), -0.5) : 1.0)
                .attribute("buckets", config.buckets())
                .attribute("max_distance", config.maxDistance())
                .attribute("threads", alone ? 1 : Engine.threads())
                .attribute("encoder_int8", int8 && !tiles)
                .attribute("decoder_int8", int8)
                .attribute("levels", int8 ? KernelProbes.integerArithmetic().levels() : 0)
                .tensorLists("embedding", "norms")
                .denseLists("encoder_linears", "decoder_linears")
                .int8Lists("encoder_packed", "decoder_packed")
                .tensorLists("encoder_tables", "decoder_tables", "encoder_bias", "decoder_bias")
                .alone(alone)
                .load(owner);
    }

    @Override
    public T5Config config() {
        return config;
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        requirePositions(Math.max(capacity.maxCacheLength(), capacity.maxEncoderLength()));
        return super.allocateCache(capacity);
    }

    @Override
    public int encoderLength(EncoderSource source) {
        return new EncoderInput(source, 0).tokenIds().length;
    }

    @Override
    public EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        EncoderPlan plan = new EncoderPlan(inputs);
        TensorCache tensors = tensors(cache);
        tensors.ensureCross(plan.rows(), plan.longest());
        requirePositions(plan.longest());
        return new T5Pass(owner(), config, program(), tensors, plan);
    }

    /** Position biases are worked out once up to a length that no allocated cache exceeds; a growing one doubles it. */
    @Override
    protected void requirePositions(int length) {
        if (length > reservedPositions) {
            reservedPositions = Math.max(length, 2 * reservedPositions);
            program().run("reserve", reservedPositions);
        }
    }
}
