package io.cistern.model.whisper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.cistern.cache.CacheCapacity;
import io.cistern.model.EncoderSource;
import io.cistern.model.FeatureSource;
import io.cistern.model.Precision;
import io.cistern.model.Programs;
import io.cistern.program.Engine;
import io.cistern.program.TensorProgram;
import io.cistern.testing.FamilyGoldenTests;
import io.cistern.testing.GoldenCheckpoint;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whisper shapes: 80 and 128 bands, few decoder layers, a whole window. */
class WhisperGoldenTests extends FamilyGoldenTests {

    WhisperGoldenTests() {
        super(new WhisperFamily());
    }

    static Stream<GoldenCheckpoint> checkpoints() {
        return GoldenCheckpoint.of(new WhisperFamily());
    }

    @Override
    protected CacheCapacity larger(GoldenCheckpoint golden) {
        return new CacheCapacity(8, 48, 1600);
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void theEncoderGivesWhatThatOfTransformersGives(GoldenCheckpoint golden) {
        JsonNode cases = new JsonMapper()
                .readTree(golden.folder().resolve("cases.json").toFile())
                .path("cases");
        try (WhisperModel model = (WhisperModel) load(golden, Precision.FP32)) {
            for (int i = 0; i < golden.cases().size(); i++) {
                List<EncoderSource> inputs = golden.cases().get(i).inputs();
                for (int row = 0; row < inputs.size(); row++) {
                    float[][] output = encoderOutput(model, (FeatureSource) inputs.get(row));
                    JsonNode first = cases.path(i)
                            .path("encoder_last_hidden_state_first_positions")
                            .path(row);
                    JsonNode last = cases.path(i)
                            .path("encoder_last_hidden_state_last_position")
                            .path(row);
                    for (int position = 0; position < first.size(); position++) {
                        assertPosition(output[position], first.path(position));
                    }
                    assertPosition(output[output.length - 1], last);
                }
            }
        }
    }

    private static float[][] encoderOutput(WhisperModel model, FeatureSource source) {
        WhisperConfig config = model.config();
        TensorProgram program = Programs.of(model);
        try (NDManager scope = Engine.newScope()) {
            NDArray features = scope.create(source.logMel(), new Shape(config.melBands(), config.windowFrames()));
            NDArray embedded = program.compute(scope, "embed", features);
            float[] output = program.compute(scope, "encode", embedded, 0, config.encoderLayers())
                    .toFloatArray();
            float[][] positions = new float[config.sourcePositions()][];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = Arrays.copyOfRange(output, i * config.width(), (i + 1) * config.width());
            }
            return positions;
        }
    }

    private static void assertPosition(float[] actual, JsonNode expected) {
        assertThat(actual)
                .containsExactly(new JsonMapper().treeToValue(expected, float[].class), within(LOGIT_TOLERANCE));
    }
}
