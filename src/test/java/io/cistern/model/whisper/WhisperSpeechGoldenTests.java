package io.cistern.model.whisper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.cistern.audio.AudioDecoder;
import io.cistern.audio.AudioLimits;
import io.cistern.audio.EncodedAudio;
import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.DecodingBatch;
import io.cistern.generation.GenerationConfig;
import io.cistern.generation.GenerationJob;
import io.cistern.model.AudioSource;
import io.cistern.model.DecoderInput;
import io.cistern.model.EncoderInput;
import io.cistern.model.ModelFamilies;
import io.cistern.model.Precision;
import io.cistern.model.Programs;
import io.cistern.model.StepLogits;
import io.cistern.program.Engine;
import io.cistern.program.TensorProgram;
import io.cistern.testing.IdTokenizer;
import io.cistern.testing.PcmAudio;
import io.cistern.testing.WholePass;
import io.cistern.tokenization.IncrementalText;
import io.cistern.tokenization.TextTokenizer;
import io.cistern.tokenization.TokenizerLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Real weights and real clips against Transformers: ids equal, features and encoder outputs within 1e-4 of their size.
 * Where a clip had to be resampled, the goldens' decoder rounded to 16 bits: there, features agree within 5e-3.
 * Properties choose others than the repository's: {@code goldens.speech}, {@code goldens.audio}, {@code goldens.checkpoint}.
 */
class WhisperSpeechGoldenTests {

    private static final Path GOLDENS =
            Path.of(System.getProperty("goldens.speech", "src/test/resources/goldens/whisper-tiny.en.json"));
    private static final List<Path> AUDIO = System.getProperty("goldens.audio") == null
            ? List.of(Path.of("samples"), Path.of("src/test/resources/audio"))
            : List.of(Path.of(System.getProperty("goldens.audio")));
    private static final Path CHECKPOINT = Path.of(System.getProperty("goldens.checkpoint", "models/whisper-tiny.en"));
    private static final AudioDecoder DECODER =
            new AudioDecoder(new AudioLimits(1 << 24, Duration.ofMinutes(1), 1 << 28));
    private static final float TOLERANCE = 1e-4f;
    private static final float RESAMPLED_TOLERANCE = 5e-3f;
    private static final double LANGUAGE_TOLERANCE = 1e-3;
    private static final int NEW_TOKENS = 200;

    private static WhisperModel model;
    private static DecodingBatch batch;
    private static TextTokenizer tokenizer;

    @BeforeAll
    static void loadModel() {
        Engine.prepare(0);
        Engine.prepareThread();
        model = (WhisperModel) new ModelFamilies(new WhisperFamily()).load(CHECKPOINT, Precision.FP32);
        tokenizer = TokenizerLoader.load(CHECKPOINT);
        batch = new DecodingBatch(model, model.allocateCache(new CacheCapacity(4, 448, 1500)), new IdTokenizer());
    }

    @AfterAll
    static void closeModel() {
        batch.close();
        tokenizer.close();
        model.close();
    }

    /** A recording of at most 30 s with what Transformers made of it. */
    record Clip(Path file, JsonNode golden) {

        /** Whether decoding left the samples of the file alone; the goldens' decoder resampled to 16 bits, this one to floats. */
        boolean isExact() {
            for (float sample : audio().samples()) {
                if (sample * 32768 != Math.rint(sample * 32768)) {
                    return false;
                }
            }
            return true;
        }

        AudioSource audio() {
            try {
                return AudioSource.shortRecording(
                        PcmAudio.decode(DECODER, EncodedAudio.open(file)).samples());
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }

        @Override
        public String toString() {
            return file.getFileName().toString();
        }
    }

    static Stream<Clip> clips() {
        JsonNode clips = new JsonMapper().readTree(GOLDENS.toFile()).path("clips");
        List<Clip> found = StreamSupport.stream(clips.spliterator(), false)
                .filter(clip -> clip.has("ids"))
                .flatMap(clip -> AUDIO.stream()
                        .map(folder -> folder.resolve(clip.path("file").asString()))
                        .filter(Files::exists)
                        .map(file -> new Clip(file, clip)))
                .toList();
        assertThat(found).isNotEmpty();
        return found.stream();
    }

    @ParameterizedTest
    @MethodSource("clips")
    void featuresAndEncoderOutputsAreThoseOfTransformers(Clip clip) {
        TensorProgram program = Programs.of(model);
        try (NDManager scope = Engine.newScope()) {
            NDArray features = new LogMel(
                            program, model.config().melBands(), model.config().windowFrames())
                    .window(scope, clip.audio());
            float tolerance = clip.isExact() ? TOLERANCE : RESAMPLED_TOLERANCE;
            assertCorner(features, clip.golden().path("log_mel_corner"), tolerance);
            NDArray embedded = program.compute(scope, "embed", features);
            NDArray output =
                    program.compute(scope, "encode", embedded, 0, model.config().encoderLayers());
            if (clip.isExact()) {
                assertCorner(output, clip.golden().path("encoder_corner"), tolerance);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("clips")
    void greedyIdsAreThoseOfTransformers(Clip clip) {
        String language = clip.golden().path("languages").path(0).path(0).asString("");
        assertIds(clip, "ids", transcribe(clip.audio(), prompt(language, "transcribe")));
        if (clip.golden().has("translate_ids")) {
            assertIds(clip, "translate_ids", transcribe(clip.audio(), prompt(language, "translate")));
        }
    }

    @ParameterizedTest
    @MethodSource("clips")
    void theTextIsThatOfTransformersAtOnceAndTokenByToken(Clip clip) {
        int[] ids = new JsonMapper().treeToValue(clip.golden().path("ids"), int[].class);
        String text = clip.golden().path("text").asString();
        assertThat(tokenizer.decode(ids)).isEqualTo(text);
        IncrementalText incremental = new IncrementalText(tokenizer);
        String pieces = Arrays.stream(ids).mapToObj(incremental::append).collect(Collectors.joining());
        assertThat(pieces + incremental.finish()).isEqualTo(text);
    }

    /** The language is the likeliest of the language tokens behind the start token, where the model knows several. */
    @ParameterizedTest
    @MethodSource("clips")
    void languagesAreThoseOfTransformers(Clip clip) {
        Map<String, Integer> languages = model.config().languageTokenIds();
        JsonNode expected = clip.golden().path("languages");
        if (expected.isEmpty()) {
            assertThat(model.config().multilingual()).isFalse();
            return;
        }
        float[] logits = firstLogits(clip.audio());
        double sum = languages.values().stream()
                .mapToDouble(id -> Math.exp(logits[id]))
                .sum();
        for (JsonNode language : expected) {
            int id = languages.get(language.path(0).asString());
            assertThat(Math.exp(logits[id]) / sum)
                    .as(language.path(0).asString())
                    .isCloseTo(language.path(1).doubleValue(), within(LANGUAGE_TOLERANCE));
        }
    }

    private static float[] firstLogits(AudioSource audio) {
        float[] logits = new float[model.config().vocabularySize()];
        int[] start = {model.config().decoderStartTokenId()};
        try (EncoderDecoderCache cache = model.growingCache()) {
            WholePass.encode(model, cache, List.of(new EncoderInput(audio, 0)));
            DecoderInput input = new DecoderInput(0, 0, model.encoderLength(audio), 0, start);
            try (StepLogits step = model.decode(cache, List.of(input))) {
                step.copyTo(0, logits);
            }
        }
        return logits;
    }

    private static List<Integer> prompt(String language, String task) {
        WhisperConfig config = model.config();
        List<Integer> prompt = new ArrayList<>(List.of(config.decoderStartTokenId()));
        if (config.multilingual()) {
            prompt.add(config.languageTokenIds().get(language));
            prompt.add(config.taskTokenIds().get(task));
        }
        prompt.add(config.noTimestampsTokenId().orElseThrow());
        return prompt;
    }

    private static int[] transcribe(AudioSource audio, List<Integer> prompt) {
        WhisperConfig config = model.config();
        GenerationConfig greedy = GenerationConfig.builder(NEW_TOKENS)
                .decoderPromptIds(prompt)
                .suppressTokens(config.suppressTokens())
                .beginSuppressTokens(config.beginSuppressTokens())
                .build();
        GenerationJob job = new GenerationJob(audio, greedy);
        assertThat(batch.tryJoin(job)).isTrue();
        while (!batch.isEmpty()) {
            batch.step();
        }
        return Arrays.stream(job.result().join().sequences().get(0).tokenIds())
                .filter(id -> !config.endOfSequenceTokenIds().contains(id))
                .toArray();
    }

    private static void assertIds(Clip clip, String name, int[] actual) {
        assertThat(actual)
                .as("%s %s", clip, name)
                .containsExactly(new JsonMapper().treeToValue(clip.golden().path(name), int[].class));
    }

    private static void assertCorner(NDArray actual, JsonNode expected, float tolerance) {
        float[] values = actual.toFloatArray();
        int width = (int) actual.getShape().get(1);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < expected.path(row).size(); column++) {
                float value = expected.path(row).path(column).floatValue();
                assertThat(values[row * width + column])
                        .as("row %d column %d", row, column)
                        .isCloseTo(value, within(tolerance * Math.max(1, Math.abs(value))));
            }
        }
    }
}
