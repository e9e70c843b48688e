package io.cistern.api.inference;

import io.cistern.model.Task;
import io.cistern.serving.ServedModel;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** A model as the Open Inference Protocol describes one. */
@Schema(name = "InferenceModel")
record InferenceMetadata(
        @Schema(example = "g2p-en") String name,
        @Schema(example = "[\"1\"]") List<String> versions,
        @Schema(example = "cistern_t5") String platform,
        List<Tensor> inputs,
        List<Tensor> outputs) {

    /** The one version that a model has. */
    static final String VERSION = "1";

    /** An input or output; BYTES is text, or an encoded recording. */
    @Schema(name = "InferenceTensor")
    record Tensor(
            @Schema(example = "text_input") String name,
            @Schema(example = "BYTES") String datatype,
            @Schema(example = "[1]") List<Integer> shape) {

        static Tensor bytes(String name) {
            return new Tensor(name, "BYTES", List.of(1));
        }
    }

    static InferenceMetadata of(ServedModel model) {
        return new InferenceMetadata(
                model.id(),
                List.of(VERSION),
                "cistern_" + model.config().modelType(),
                List.of(Tensor.bytes(model.config().task() == Task.SPEECH ? "audio" : "text_input")),
                List.of(Tensor.bytes("text_output")));
    }
}
