package io.cistern.model.whisper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.cache.UnsuitableCapacityException;
import io.cistern.model.CrossAttention;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderInput;
import io.cistern.model.EncoderPass;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.StepLogits;
import io.cistern.program.Engine;
import io.cistern.testing.GoldenCheckpoint;
import io.cistern.testing.GoldenCheckpoint.Case;
import io.cistern.testing.WholePass;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** What a Whisper model does beside decoding, with a random checkpoint of two layers and 50 encoder positions. */
class WhisperModelTests {

    private static final Path FOLDER = Path.of("src/test/resources/goldens/whisper/whisper-tiny-random");
    private static final CacheCapacity CAPACITY = new CacheCapacity(4, 48, 50);

    private static GoldenCheckpoint golden;

    @BeforeAll
    static void prepareEngine() {
        Engine.prepare(0);
        Engine.prepareThread();
        golden = GoldenCheckpoint.of(new WhisperFamily())
                .filter(checkpoint -> checkpoint.toString().equals("whisper-tiny-random"))
                .findFirst()
                .orElseThrow();
    }

    private static WhisperModel load(Precision precision) {
        return (WhisperModel) new ModelFamilies(new WhisperFamily()).load(FOLDER, precision);
    }

    @Test
    void crossAttentionOfAlignmentHeadsIsThatOfTransformers() {
        float[][][] expected = new JsonMapper()
                .treeToValue(
                        new JsonMapper()
                                .readTree(FOLDER.resolve("cross_attention.json").toFile())
                                .path("heads"),
                        float[][][].class);
        Case batch = golden.cases().get(1);
        int[] tokens = batch.decoderInputs().get(0);
        try (WhisperModel model = load(Precision.FP32);
                EncoderDecoderCache cache = model.allocateCache(CAPACITY)) {
            int alive = model.liveArrays();
            WholePass.encode(
                    model, cache, List.of(new EncoderInput(batch.inputs().get(0), 2)));
            CrossAttention attention = model.crossAttention(cache, new DecoderInput(3, 2, 50, 0, tokens));
            assertThat(attention.heads()).isEqualTo(expected.length);
            assertThat(attention.tokens()).isEqualTo(tokens.length);
            assertThat(attention.positions()).isEqualTo(50);
            int index = 0;
            for (float[][] head : expected) {
                for (float[] token : head) {
                    for (float probability : token) {
                        assertThat(attention.weights()[index++]).isCloseTo(probability, within(1e-5f));
                    }
                }
            }
            assertThat(model.liveArrays()).isEqualTo(alive);
        }
    }

    @Test
    void crossAttentionBeginsAtTheBeginning() {
        try (WhisperModel model = load(Precision.FP32);
                EncoderDecoderCache cache = model.allocateCache(CAPACITY)) {
            DecoderInput later = new DecoderInput(0, 0, 50, 3, new int[] {1});
            assertThatIllegalArgumentException().isThrownBy(() -> model.crossAttention(cache, later));
        }
    }

    @Test
    void rowsDecodeBetweenThePiecesOfAPass() {
        Case batch = golden.cases().get(1);
        try (WhisperModel model = load(Precision.FP32);
                EncoderDecoderCache cache = model.allocateCache(CAPACITY)) {
            int alive = model.liveArrays();
            WholePass.encode(
                    model, cache, List.of(new EncoderInput(batch.inputs().get(0), 0)));
            int position = 0;
            int pieces = 1;
            List<EncoderInput> others = List.of(
                    new EncoderInput(batch.inputs().get(1), 1),
                    new EncoderInput(batch.inputs().get(2), 3));
            try (EncoderPass pass = model.startEncoding(cache, others)) {
                while (pass.advance()) {
                    assertLogits(model, cache, batch, 0, 0, position++);
                    pieces++;
                }
            }
            assertThat(pieces).as("a piece for each window at least").isGreaterThanOrEqualTo(2);
            assertLogits(model, cache, batch, 1, 1, 0);
            assertLogits(model, cache, batch, 2, 3, 0);
            assertThat(model.liveArrays()).isEqualTo(alive);
        }
    }

    @Test
    void windowsDoNotAttendTogether() {
        try (WhisperModel model = load(Precision.FP32)) {
            assertThat(model.encodesTogether()).isFalse();
        }
    }

    @Test
    void aPassThatIsGivenUpLeavesNothing() {
        Case batch = golden.cases().get(1);
        try (WhisperModel model = load(Precision.FP32);
                EncoderDecoderCache cache = model.allocateCache(CAPACITY)) {
            int alive = model.liveArrays();
            List<EncoderInput> inputs = List.of(
                    new EncoderInput(batch.inputs().get(0), 0),
                    new EncoderInput(batch.inputs().get(1), 1));
            for (int pieces = 0; pieces < 2; pieces++) {
                try (EncoderPass pass = model.startEncoding(cache, inputs)) {
                    for (int i = 0; i < pieces; i++) {
                        assertThat(pass.advance()).isTrue();
                    }
                }
                assertThat(model.liveArrays()).isEqualTo(alive);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"BF16", "BF16_INT8", "INT8"})
    void otherPrecisionsComeClose(Precision precision) {
        Case batch = golden.cases().get(1);
        int[] prompt = batch.decoderInputs().get(0);
        try (WhisperModel model = load(precision);
                EncoderDecoderCache cache = model.allocateCache(CAPACITY)) {
            assertThat(model.precision()).isEqualTo(precision);
            WholePass.encode(
                    model, cache, List.of(new EncoderInput(batch.inputs().get(0), 0)));
            try (StepLogits step = model.decode(cache, List.of(new DecoderInput(0, 0, 50, 0, prompt)))) {
                float[] logits = new float[model.config().vocabularySize()];
                step.copyTo(0, logits);
                float[] expected = batch.logits()[0][prompt.length - 1];
                double difference = 0;
                double size = 0;
                for (int i = 0; i < logits.length; i++) {
                    difference += Math.pow(logits[i] - expected[i], 2);
                    size += Math.pow(expected[i], 2);
                }
                assertThat(Math.sqrt(difference / size)).as("relative error").isBetween(1e-6, 0.1);
            }
        }
    }

    @Test
    void aCapacityMustHoldAWindowAndNoMoreTokensThanPositions() {
        try (WhisperModel model = load(Precision.FP32)) {
            assertThatExceptionOfType(UnsuitableCapacityException.class)
                    .isThrownBy(() -> model.allocateCache(new CacheCapacity(4, 48, 49)))
                    .withMessage("max-encoder-length is 49, but the model always needs 50");
            assertThatExceptionOfType(UnsuitableCapacityException.class)
                    .isThrownBy(() -> model.allocateCache(new CacheCapacity(4, 49, 50)))
                    .withMessage("max-cache-length is 49, but the model can use at most 48");
            assertThatExceptionOfType(CacheCapacityExceededException.class).isThrownBy(() -> {
                try (EncoderDecoderCache cache = model.growingCache()) {
                    model.decode(cache, List.of(new DecoderInput(0, 0, 50, 48, new int[] {1})));
                }
            });
        }
    }

    private static void assertLogits(
            WhisperModel model, EncoderDecoderCache cache, Case batch, int input, int row, int position) {
        int[] next = {batch.decoderInputs().get(input)[position]};
        try (StepLogits step = model.decode(cache, List.of(new DecoderInput(row, row, 50, position, next)))) {
            float[] logits = new float[model.config().vocabularySize()];
            step.copyTo(0, logits);
            assertThat(logits).containsExactly(batch.logits()[input][position], within(1e-4f));
        }
    }
}
