package io.cistern.model.whisper;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.cistern.model.WeightReader;
import io.cistern.program.TensorProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Hands a checkpoint's tensors to the Whisper program one layer at a time, in the order that {@code whisper.py} names. */
final class WhisperWeights {

    private static final String ENCODER = "add_encoder_linear";
    private static final String DECODER = "add_decoder_linear";
    private static final String HEAD = "proj_out.weight";
    private static final int KERNEL = 3;

    private final WhisperConfig config;
    private final WeightReader weights;
    private final TensorProgram program;
    private final NDManager owner;

    WhisperWeights(WhisperConfig config, WeightReader weights, TensorProgram program, NDManager owner) {
        this.config = config;
        this.weights = weights;
        this.program = program;
        this.owner = owner;
    }

    void load() {
        call("set_filters", this::filters);
        encoder("model.encoder.");
        decoder("model.decoder.");
        head();
        weights.requireNoOthers(Set.of());
    }

    private Object[] filters(NDManager scope) {
        float[] filters = MelFilters.of(config.melBands());
        return new Object[] {scope.create(filters, new Shape(config.melBands(), MelFilters.FREQUENCIES))};
    }

    private void encoder(String prefix) {
        convolution(prefix + "conv1", config.melBands());
        convolution(prefix + "conv2", config.width());
        add("add_positions", prefix + "embed_positions.weight", config.sourcePositions(), config.width());
        for (int i = 0; i < config.encoderLayers(); i++) {
            String layer = prefix + "layers." + i + ".";
            selfAttention(ENCODER, layer);
            feedForward(ENCODER, layer, config.encoderFeedForwardWidth());
        }
        norm(prefix + "layer_norm");
    }

    private void decoder(String prefix) {
        add("add_embedding", prefix + "embed_tokens.weight", config.vocabularySize(), config.width());
        add("add_positions", prefix + "embed_positions.weight", config.targetPositions(), config.width());
        for (int i = 0; i < config.decoderLayers(); i++) {
            String layer = prefix + "layers." + i + ".";
            selfAttention(DECODER, layer);
            norm(layer + "encoder_attn_layer_norm");
            projections(DECODER, layer + "encoder_attn.", "q_proj");
            projections(ENCODER, layer + "encoder_attn.", "k_proj", "v_proj");
            projections(DECODER, layer + "encoder_attn.", "out_proj");
            feedForward(DECODER, layer, config.decoderFeedForwardWidth());
        }
        norm(prefix + "layer_norm");
    }

    private void head() {
        if (weights.has(HEAD)) {
            add("add_head", HEAD, config.vocabularySize(), config.width());
        } else {
            program.run("tie_head");
        }
    }

    private void selfAttention(String list, String layer) {
        norm(layer + "self_attn_layer_norm");
        projections(list, layer + "self_attn.", "q_proj", "k_proj", "v_proj");
        projections(list, layer + "self_attn.", "out_proj");
    }

    private void feedForward(String list, String layer, int width) {
        norm(layer + "final_layer_norm");
        linear(list, List.of(layer + "fc1"), width, config.width());
        linear(list, List.of(layer + "fc2"), config.width(), width);
    }

    private void projections(String list, String prefix, String... names) {
        linear(list, Arrays.stream(names).map(name -> prefix + name).toList(), config.width(), config.width());
    }

    /** The parts of one layer, one below the other; a part without a bias, as keys are, has one of zeros. */
    private void linear(String list, List<String> names, int outputs, int inputs) {
        call(list, scope -> {
            List<NDArray> parts = new ArrayList<>();
            List<NDArray> biases = new ArrayList<>();
            for (String name : names) {
                parts.add(weights.read(scope, name + ".weight", outputs, inputs));
                String bias = name + ".bias";
                biases.add(weights.has(bias) ? weights.read(scope, bias, outputs) : scope.zeros(new Shape(outputs)));
            }
            return new Object[] {TensorProgram.listOf(parts), TensorProgram.listOf(biases)};
        });
    }

    private void convolution(String name, int inputs) {
        call("add_convolution", scope -> new Object[] {
            weights.read(scope, name + ".weight", config.width(), inputs, KERNEL),
            weights.read(scope, name + ".bias", config.width())
        });
    }

    private void norm(String name) {
        call("add_norm", scope -> new Object[] {
            weights.read(scope, name + ".weight", config.width()), weights.read(scope, name + ".bias", config.width())
        });
    }

    private void add(String method, String name, long... shape) {
        call(method, scope -> new Object[] {weights.read(scope, name, shape)});
    }

    private void call(String method, Function<NDManager, Object[]> arguments) {
        try (NDManager scope = owner.newSubManager()) {
            program.run(method, arguments.apply(scope));
        }
    }
}
