package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cistern.generation.FollowUp;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.generation.GenerationResult;
import io.cistern.model.CrossAttention;
import io.cistern.model.FeatureSource;
import io.cistern.transcription.alignment.TokenTimes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Token times of whisper-tiny.en against the paths that CTranslate2's tests expect, within two positions, 40 ms: its
 * weights are rounded otherwise than ours.
 */
@EnabledIfSystemProperty(named = "expectations", matches = ".+", disabledReason = "needs -Dexpectations=DIR")
class AlignmentExpectationTests {

    private static final double TOLERANCE = 0.04;
    private static final int START = 50257;
    private static final int NO_TIMESTAMPS = 50362;
    private static final int END = 50256;
    private static final int BANDS = 80;
    private static final int FRAMES = 3000;

    @ParameterizedTest
    @CsvSource({
        "ct2_jfk_alignments.json, jfk_wav_logmel.npz",
        "ct2_mr_quilter_alignments.json, mr_quilter_1272-128104-0000_logmel.npz"
    })
    void tokensBeginWhereCTranslate2FindsThem(String alignment, String features) throws IOException {
        Path folder = Path.of(System.getProperty("expectations"));
        JsonNode expected = new JsonMapper().readTree(folder.resolve(alignment).toFile());
        int[] text = new JsonMapper().treeToValue(expected.path("text_tokens"), int[].class);
        int[] row = IntStream.concat(
                        IntStream.concat(IntStream.of(START, NO_TIMESTAMPS), IntStream.of(text)), IntStream.of(END))
                .toArray();
        int positions = expected.path("num_frames").asInt() / 2;
        double[] seconds = TokenTimes.of(attention(logMel(folder.resolve(features)), row), 2, positions);
        assertThat(seconds).containsExactly(firstSeconds(expected, text.length + 1), within(TOLERANCE));
    }

    private static double[] firstSeconds(JsonNode expected, int tokens) {
        double[] first = new double[tokens];
        Arrays.fill(first, Double.POSITIVE_INFINITY);
        for (JsonNode pair : expected.path("expected_alignments")) {
            int token = pair.path(0).asInt();
            first[token] = Math.min(first[token], pair.path(1).asInt() * 0.02);
        }
        return first;
    }

    private static CrossAttention attention(float[] logMel, int[] row) {
        try (EngineSpeechModel model = EngineSpeechModel.load(Path.of("models/whisper-tiny.en"))) {
            GenerationJob job = new GenerationJob(
                            new FeatureSource(logMel),
                            GenerationConfig.builder(1).build())
                    .withFollowUp(new FollowUp() {
                        @Override
                        public GenerationConfig after(GenerationResult result) {
                            return null;
                        }

                        @Override
                        public int[] tokensToAlign(GenerationResult accepted) {
                            return row;
                        }
                    });
            return model.decode(job).join().crossAttention();
        }
    }

    /** Reads the first frames and fills the window up with the features of silence. */
    private static float[] logMel(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            FloatBuffer first = floats(zip, "mel80.npy");
            FloatBuffer tail = floats(zip, "mel80_tail.npy");
            int known = first.remaining() / BANDS;
            float[] logMel = new float[BANDS * FRAMES];
            Arrays.fill(logMel, tail.get(0));
            for (int i = 0; i < BANDS * known; i++) {
                // Stored frame after frame.
                logMel[i % BANDS * FRAMES + i / BANDS] = first.get(i);
            }
            return logMel;
        }
    }

    /** Reads an array of numpy's format 1 with 32-bit floats. */
    private static FloatBuffer floats(ZipFile zip, String name) throws IOException {
        byte[] bytes = zip.getInputStream(zip.getEntry(name)).readAllBytes();
        ByteBuffer array = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int header = 10 + array.getShort(8);
        return array.position(header).slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    }
}
