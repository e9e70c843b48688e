package io.cistern.model.t5;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.DynamicCache;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.cache.StaticCache;
import io.cistern.cache.TensorCache;
import io.cistern.model.DecoderInput;
import io.cistern.model.DecoderPlan;
import io.cistern.model.EncoderDecoderModel;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.EncoderPlan;
import io.cistern.model.EncoderSource;
import io.cistern.model.Precision;
import io.cistern.model.ProgramLogits;
import io.cistern.model.StepLogits;
import io.cistern.model.WeightReader;
import io.cistern.program.Engine;
import io.cistern.program.TensorProgram;
import java.util.Arrays;
import java.util.List;

/** A T5 family checkpoint whose arithmetic is the program {@code torchscript/t5.py}. */
public final class T5Model implements EncoderDecoderModel {

    private static final int FIRST_RESERVATION = 512;

    private final T5Config config;
    private final Precision precision;
    private final NDManager owner;
    private final TensorProgram program;
    private int reservedPositions;

    private T5Model(T5Config config, Precision precision, NDManager owner, TensorProgram program) {
        this.config = config;
        this.precision = precision;
        this.owner = owner;
        this.program = program;
    }

    /** Reads the weights once; with INT8 only their packed form is kept. */
    public static T5Model load(T5Config config, WeightReader weights, Precision precision) {
        NDManager owner = Engine.newScope();
        try {
            TensorProgram program = program(config, precision, owner);
            new T5Weights(config, weights, program, owner).load();
            T5Model model = new T5Model(config, precision, owner, program);
            model.reserve(FIRST_RESERVATION);
            return model;
        } catch (RuntimeException ex) {
            owner.close();
            throw ex;
        }
    }

    private static TensorProgram program(T5Config config, Precision precision, NDManager owner) {
        boolean int8 = precision == Precision.INT8;
        return TensorProgram.builder("T5", "t5")
                .libraries("layers", "quantization")
                .library("dense", Engine.denseLibrary())
                .attribute("heads", config.heads())
                .attribute("encoder_layers", config.encoderLayers())
                .attribute("decoder_layers", config.decoderLayers())
                .attribute("activation", config.activation())
                .attribute("gated", config.gated())
                .attribute("epsilon", config.epsilon())
                .attribute("output_scale", config.scalesOutput() ? Math.pow(config.width(), -0.5) : 1.0)
                .attribute("buckets", config.buckets())
                .attribute("max_distance", config.maxDistance())
                .attribute("int8", int8)
                .attribute("levels", int8 ? Engine.integerArithmetic().levels() : 0)
                .tensorLists("embedding", "norms")
                .denseLists("encoder_linears", "decoder_linears")
                .int8Lists("encoder_packed", "decoder_packed")
                .tensorLists("encoder_tables", "decoder_tables", "encoder_bias", "decoder_bias")
                .load(owner);
    }

    @Override
    public T5Config config() {
        return config;
    }

    @Override
    public EncoderDecoderCache allocateCache(CacheCapacity capacity) {
        reserve(Math.max(capacity.maxCacheLength(), capacity.maxEncoderLength()));
        return new StaticCache(owner, config.cacheShape(), capacity);
    }

    @Override
    public EncoderDecoderCache growingCache() {
        return new DynamicCache(owner, config.cacheShape());
    }

    @Override
    public int encoderLength(EncoderSource source) {
        return new EncoderInput(source, 0).tokenIds().length;
    }

    @Override
    public EncoderPass startEncoding(EncoderDecoderCache cache, List<EncoderInput> inputs) {
        TensorCache tensors = tensors(cache);
        EncoderPlan plan = new EncoderPlan(inputs);
        tensors.ensureCross(plan.rows(), plan.longest());
        reserve(plan.longest());
        return new WholePass(plan, tensors);
    }

    /** All layers in one piece. */
    private final class WholePass implements EncoderPass {

        private final EncoderPlan plan;
        private final TensorCache tensors;

        WholePass(EncoderPlan plan, TensorCache tensors) {
            this.plan = plan;
            this.tensors = tensors;
        }

        @Override
        public boolean advance() {
            try (NDManager step = owner.newSubManager()) {
                program.run(
                        "encode",
                        ids(step, plan.tokenIds()),
                        plan.groups(),
                        plan.crossRows(),
                        tensors.crossKeys(),
                        tensors.crossValues());
            }
            return false;
        }

        @Override
        public void close() {}
    }

    @Override
    public StepLogits decode(EncoderDecoderCache cache, List<DecoderInput> inputs) {
        TensorCache tensors = tensors(cache);
        DecoderPlan plan = new DecoderPlan(inputs);
        tensors.ensureSelf(plan.rows(), plan.length());
        reserve(plan.length());
        NDManager step = owner.newSubManager();
        try {
            NDArray[] result = program.computeAll(
                    step,
                    "decode",
                    ids(step, plan.tokenIds()),
                    plan.selfGroups(),
                    plan.crossGroups(),
                    plan.lastTokens(),
                    tensors.selfKeys(),
                    tensors.selfValues(),
                    tensors.crossKeys(),
                    tensors.crossValues());
            return new ProgramLogits(step, result[0], result[1], plan.places());
        } catch (RuntimeException ex) {
            step.close();
            throw ex;
        }
    }

    @Override
    public void copyRows(EncoderDecoderCache cache, int[] from, int[] to, int length) {
        TensorCache tensors = tensors(cache);
        tensors.ensureSelf(Arrays.stream(to).max().orElse(-1) + 1, length);
        program.run("copy_rows", longs(from), longs(to), length, tensors.selfKeys(), tensors.selfValues());
    }

    @Override
    public Precision precision() {
        return precision;
    }

    @Override
    public int liveArrays() {
        return owner.getManagedArrays().size();
    }

    @Override
    public void close() {
        program.close();
        owner.close();
    }

    /** Position biases are worked out once up to a length that no allocated cache exceeds; a growing one doubles it. */
    private void reserve(int positions) {
        if (positions > reservedPositions) {
            reservedPositions = Math.max(positions, 2 * reservedPositions);
            program.run("reserve", reservedPositions);
        }
    }

    private static NDArray ids(NDManager step, long[] ids) {
        return step.create(ids, new Shape(ids.length));
    }

    private static long[] longs(int[] numbers) {
        return Arrays.stream(numbers).asLongStream().toArray();
    }

    private static TensorCache tensors(EncoderDecoderCache cache) {
        if (cache instanceof TensorCache tensors) {
            return tensors;
        }
        throw new IllegalArgumentException("a cache that this model did not make: " + cache.getClass());
    }
}
