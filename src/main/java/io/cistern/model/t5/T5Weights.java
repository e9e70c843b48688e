package io.cistern.model.t5;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.cistern.model.WeightReader;
import io.cistern.program.TensorProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Hands a checkpoint's tensors to the T5 program one layer at a time, in the order that {@code t5.py} names. */
final class T5Weights {

    /** Copies of the shared embedding that some checkpoints also store, and a table that T5 v1.0 stores but never reads. */
    private static final Set<String> IGNORED = Set.of(
            "encoder.embed_tokens.weight",
            "decoder.embed_tokens.weight",
            "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight");

    private static final String ENCODER = "add_encoder_linear";
    private static final String DECODER = "add_decoder_linear";

    private final T5Config config;
    private final WeightReader weights;
    private final TensorProgram program;
    private final NDManager owner;

    T5Weights(T5Config config, WeightReader weights, TensorProgram program, NDManager owner) {
        this.config = config;
        this.weights = weights;
        this.program = program;
        this.owner = owner;
    }

    void load() {
        add("add_embedding", embedding(), config.vocabularySize(), config.width());
        for (int i = 0; i < config.encoderLayers(); i++) {
            encoderLayer("encoder.block." + i + ".layer.");
        }
        norm("encoder.final_layer_norm");
        for (int i = 0; i < config.decoderLayers(); i++) {
            decoderLayer("decoder.block." + i + ".layer.");
        }
        norm("decoder.final_layer_norm");
        head();
        biasTables("encoder", config.encoderLayers(), false);
        biasTables("decoder", config.decoderLayers(), true);
        weights.requireNoOthers(IGNORED);
    }

    private String embedding() {
        return weights.has("shared.weight") ? "shared.weight" : "encoder.embed_tokens.weight";
    }

    private void encoderLayer(String prefix) {
        norm(prefix + "0.layer_norm");
        projections(ENCODER, prefix + "0.SelfAttention.", "q", "k", "v");
        output(ENCODER, prefix + "0.SelfAttention.");
        feedForward(ENCODER, prefix + "1.");
    }

    private void decoderLayer(String prefix) {
        norm(prefix + "0.layer_norm");
        projections(DECODER, prefix + "0.SelfAttention.", "q", "k", "v");
        output(DECODER, prefix + "0.SelfAttention.");
        norm(prefix + "1.layer_norm");
        projections(DECODER, prefix + "1.EncDecAttention.", "q");
        projections(ENCODER, prefix + "1.EncDecAttention.", "k", "v");
        output(DECODER, prefix + "1.EncDecAttention.");
        feedForward(DECODER, prefix + "2.");
    }

    private void feedForward(String list, String prefix) {
        norm(prefix + "layer_norm");
        String dense = prefix + "DenseReluDense.";
        long[] shape = {config.feedForwardWidth(), config.width()};
        if (config.gated()) {
            linear(list, List.of(dense + "wi_0.weight", dense + "wi_1.weight"), shape);
        } else {
            linear(list, List.of(dense + "wi.weight"), shape);
        }
        linear(list, List.of(dense + "wo.weight"), config.width(), config.feedForwardWidth());
    }

    private void projections(String list, String prefix, String... names) {
        linear(
                list,
                Arrays.stream(names).map(name -> prefix + name + ".weight").toList(),
                config.attentionWidth(),
                config.width());
    }

    private void output(String list, String prefix) {
        linear(list, List.of(prefix + "o.weight"), config.width(), config.attentionWidth());
    }

    private void head() {
        if (weights.has("lm_head.weight")) {
            linear(DECODER, List.of("lm_head.weight"), config.vocabularySize(), config.width());
        } else {
            program.run("tie_head");
        }
    }

    private void biasTables(String side, int layers, boolean decoder) {
        for (int i = 0; i < (config.biasInEveryLayer() ? layers : 1); i++) {
            String name = side + ".block." + i + ".layer.0.SelfAttention.relative_attention_bias.weight";
            try (NDManager scope = owner.newSubManager()) {
                NDArray table = weights.read(scope, name, config.buckets(), config.heads());
                program.run("add_bias_table", table, decoder);
            }
        }
    }

    private void norm(String prefix) {
        add("add_norm", prefix + ".weight", config.width());
    }

    private void add(String method, String name, long... shape) {
        try (NDManager scope = owner.newSubManager()) {
            program.run(method, weights.read(scope, name, shape));
        }
    }

    private void linear(String list, List<String> names, long... shape) {
        try (NDManager scope = owner.newSubManager()) {
            List<NDArray> parts =
                    names.stream().map(name -> weights.read(scope, name, shape)).toList();
            program.run(list, TensorProgram.listOf(parts));
        }
    }
}
