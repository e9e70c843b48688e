package io.cistern.model.silero;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.cistern.program.Engine;
import io.cistern.program.FloatStage;
import io.cistern.program.TensorProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Silero VAD for 16 kHz, whose arithmetic is the program {@code torchscript/silero_vad.py}. It serves any number of
 * streams, one call at a time.
 */
public final class SileroModel implements AutoCloseable {

    /** Samples that get one probability: 32 ms. */
    public static final int CHUNK_SAMPLES = 512;

    private static final String WEIGHTS = "/voice-activity/silero_vad_16k.safetensors";
    private static final List<String> WEIGHT_NAMES = List.of(
            "conv1.weight",
            "conv1.bias",
            "conv2.weight",
            "conv2.bias",
            "conv3.weight",
            "conv3.bias",
            "conv4.weight",
            "conv4.bias",
            "lstm_cell.weight_ih",
            "lstm_cell.weight_hh",
            "lstm_cell.bias_ih",
            "lstm_cell.bias_hh",
            "final_conv.weight",
            "final_conv.bias");

    private final NDManager owner;
    private final TensorProgram program;
    private final FloatStage samplesStage = new FloatStage();
    private final FloatStage stateStage = new FloatStage();

    private SileroModel(NDManager owner, TensorProgram program) {
        this.owner = owner;
        this.program = program;
    }

    /** Reads the weights that come with this program. */
    public static SileroModel load() {
        NDManager owner = Engine.newScope();
        try {
            TensorProgram program = TensorProgram.builder("SileroVad", "silero_vad")
                    .tensorLists("weights")
                    .alone(true)
                    .load(owner);
            addWeights(program, owner);
            return new SileroModel(owner, program);
        } catch (RuntimeException ex) {
            owner.close();
            throw ex;
        }
    }

    private static void addWeights(TensorProgram program, NDManager owner) {
        try (NDManager scope = owner.newSubManager();
                InputStream resource = SileroModel.class.getResourceAsStream(WEIGHTS)) {
            if (resource == null) {
                throw new IllegalStateException("no resource " + WEIGHTS);
            }
            NDList weights = NDList.decode(scope, resource);
            WEIGHT_NAMES.forEach(name -> program.run("add_weight", weights.get(name)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns a stream at its beginning. It holds no native memory. */
    public SileroStream newStream() {
        return new SileroStream(this);
    }

    /**
     * Returns the probability of each chunk.
     *
     * @param samples the chunks after the samples just before them
     * @param state of the recurrent layer, overwritten with that after the last chunk
     */
    float[] listen(float[] samples, float[] state) {
        try (NDManager step = owner.newSubManager()) {
            NDArray chunks = samplesStage.array(step, samples, new Shape(samples.length));
            NDArray before = stateStage.array(step, state, new Shape(2, state.length / 2));
            NDArray[] result = program.computeAll(step, "listen", chunks, before);
            System.arraycopy(result[1].toFloatArray(), 0, state, 0, state.length);
            return result[0].toFloatArray();
        }
    }

    /** Returns the arrays that the model owns outside the heap: none between calls, the program keeps the weights. */
    int liveArrays() {
        return owner.getManagedArrays().size();
    }

    @Override
    public void close() {
        program.close();
        owner.close();
    }
}
