package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cistern.audio.AudioDecoder;
import io.cistern.audio.AudioLimits;
import io.cistern.audio.EncodedAudio;
import io.cistern.testing.PcmAudio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Real weights and real clips against Transformers' {@code generate}: ids, starts and ends equal. Properties choose others
 * than the repository's: {@code goldens.speech}, {@code goldens.audio}, {@code goldens.checkpoint}.
 */
class TranscriptionGoldenTests {

    private static final Path GOLDENS =
            Path.of(System.getProperty("goldens.speech", "src/test/resources/goldens/whisper-tiny.en.json"));
    private static final List<Path> AUDIO = System.getProperty("goldens.audio") == null
            ? List.of(Path.of("samples"), Path.of("src/test/resources/audio"))
            : List.of(Path.of(System.getProperty("goldens.audio")));
    private static final Path CHECKPOINT = Path.of(System.getProperty("goldens.checkpoint", "models/whisper-tiny.en"));
    private static final AudioDecoder DECODER =
            new AudioDecoder(new AudioLimits(1 << 30, Duration.ofHours(3), Long.MAX_VALUE));

    private static EngineSpeechModel model;

    @BeforeAll
    static void loadModel() {
        model = EngineSpeechModel.load(CHECKPOINT);
    }

    @AfterAll
    static void closeModel() {
        model.close();
    }

    /** A recording with what Transformers made of it. */
    record Clip(Path file, JsonNode golden) {

        Recording recording() {
            return recordingOf(file);
        }

        @Override
        public String toString() {
            return file.getFileName().toString();
        }
    }

    private static Recording recordingOf(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            return () -> new ArrayReader(
                    PcmAudio.decode(DECODER, EncodedAudio.of(bytes)).samples());
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
    }

    static Stream<Clip> clips() {
        JsonNode clips = new JsonMapper().readTree(GOLDENS.toFile()).path("clips");
        List<Clip> found = StreamSupport.stream(clips.spliterator(), false)
                .flatMap(clip -> AUDIO.stream()
                        .map(folder -> folder.resolve(clip.path("file").asString()))
                        .filter(Files::exists)
                        .map(file -> new Clip(file, clip)))
                .toList();
        assertThat(found).isNotEmpty();
        return found.stream();
    }

    static Stream<Clip> clipsOfOneWindow() {
        return clips().filter(clip -> clip.golden().has("ids"));
    }

    static Stream<Clip> translatedClips() {
        return clips().filter(clip -> clip.golden().has("translate_ids"));
    }

    /** Transformers' own settings: greedy, one temperature, no thresholds, every second read. */
    private static TranscriptionOptions.Builder bare() {
        return TranscriptionOptions.builder()
                .temperature(0)
                .compressionRatioThreshold(null)
                .logProbabilityThreshold(null)
                .noSpeechThreshold(null)
                .voiceActivity(false)
                .mode(WindowMode.SEQUENTIAL);
    }

    private static Transcript transcribe(Recording recording, TranscriptionOptions.Builder options) {
        StringBuilder told = new StringBuilder();
        Transcript transcript = new Transcriber(model).transcribe(recording, options.build(), new TranscriptListener() {
            @Override
            public void onText(String delta) {
                told.append(delta);
            }
        });
        assertThat(told).hasToString(transcript.text());
        return transcript;
    }

    @ParameterizedTest
    @MethodSource("clips")
    void segmentsAreThoseOfTransformers(Clip clip) {
        Transcript transcript = transcribe(clip.recording(), bare());
        List<Segment> segments = transcript.segments();
        JsonNode golden = clip.golden().path("timestamp_segments");
        for (int i = 0; i < Math.min(golden.size(), segments.size()); i++) {
            Segment segment = segments.get(i);
            assertThat(segment.tokens())
                    .as("segment %d of %s: %s", i, clip, segment.text())
                    .isEqualTo(Arrays.asList(
                            new JsonMapper().treeToValue(golden.path(i).path("ids"), Integer[].class)));
            assertThat(segment.text()).isEqualTo(golden.path(i).path("text").asString());
            assertThat(segment.start()).isCloseTo(golden.path(i).path("start").asDouble(), within(0.006));
            assertThat(segment.end())
                    .as("the end of the recording at most")
                    .isCloseTo(
                            Math.min(golden.path(i).path("end").asDouble(), transcript.durationSeconds()),
                            within(0.006));
        }
        assertThat(segments).hasSize(golden.size());
    }

    @ParameterizedTest
    @MethodSource("clipsOfOneWindow")
    void textWithoutTimestampsIsThatOfTransformers(Clip clip) {
        Transcript transcript = transcribe(clip.recording(), bare().timestamps(false));
        assertText(transcript, clip.golden(), "ids", "text");
        JsonNode language = clip.golden().path("languages").path(0);
        if (!language.isMissingNode()) {
            assertThat("<|" + transcript.language() + "|>")
                    .isEqualTo(language.path(0).asString());
            assertThat(transcript.languageProbability())
                    .isCloseTo(language.path(1).floatValue(), within(1e-3f));
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("translatedClips")
    void translationsAreThoseOfTransformers(Clip clip) {
        Transcript transcript =
                transcribe(clip.recording(), bare().task(SpeechTask.TRANSLATE).timestamps(false));
        assertText(transcript, clip.golden(), "translate_ids", "translate_text");
    }

    private static void assertText(Transcript transcript, JsonNode golden, String ids, String text) {
        assertThat(transcript.text()).isEqualTo(golden.path(text).asString().strip());
        assertThat(transcript.segments().get(0).tokens())
                .isEqualTo(Arrays.asList(new JsonMapper().treeToValue(golden.path(ids), Integer[].class)));
    }

    @ParameterizedTest
    @MethodSource("clips")
    void theUsualSettingsHearSpeechAndNothingElse(Clip clip) {
        boolean speech =
                !clip.toString().startsWith("silence") && !clip.toString().startsWith("white_noise");
        Transcript transcript =
                transcribe(clip.recording(), TranscriptionOptions.builder().words(true));
        assertThat(transcript.text().isEmpty()).as(transcript.text()).isEqualTo(!speech);
        assertOrdered(transcript);
    }

    private static void assertOrdered(Transcript transcript) {
        double before = 0;
        for (Segment segment : transcript.segments()) {
            assertThat(segment.start()).isGreaterThanOrEqualTo(before);
            assertThat(segment.words()).isNotEmpty();
            for (Word word : segment.words()) {
                assertThat(word.start()).as(word.text()).isGreaterThanOrEqualTo(before);
                assertThat(word.end()).as(word.text()).isGreaterThanOrEqualTo(word.start());
                before = word.end();
            }
            assertThat(String.join("", segment.words().stream().map(Word::text).toList()))
                    .isEqualTo(segment.text());
            before = segment.end();
        }
        assertThat(before).isLessThanOrEqualTo(transcript.durationSeconds() + 1e-3);
    }

    @Test
    void wordsAreWhereTheyAreSpoken() {
        Path file = AUDIO.get(0).resolve("jfk.flac");
        assumeTrue(Files.exists(file), "goldens.audio names no folder with jfk.flac");
        Transcript transcript = transcribe(recordingOf(file), bare().words(true).timestamps(false));
        Word americans = transcript.words().stream()
                .filter(word -> word.text().contains("Americans"))
                .findFirst()
                .orElseThrow();
        assertThat(americans.start()).isLessThanOrEqualTo(1.8);
        assertThat(americans.end()).isGreaterThanOrEqualTo(1.8);
    }

    @Test
    void partsThatAreDecodedTogetherAreNoWorseThanWindowsInSequence() {
        Path file = AUDIO.get(0).resolve("long_en_concat.flac");
        assumeTrue(Files.exists(file), "goldens.audio names no folder with long_en_concat.flac");
        List<String> reference = new ArrayList<>();
        new JsonMapper()
                .readTree(AUDIO.get(0).resolve("long_en_concat.json").toFile())
                .path("segments")
                .forEach(segment -> reference.addAll(words(segment.path("text").asString())));
        TranscriptionOptions.Builder options = TranscriptionOptions.builder().language("en");
        double sequential = errorRate(reference, transcribe(recordingOf(file), options.mode(WindowMode.SEQUENTIAL)));
        double batched = errorRate(reference, transcribe(recordingOf(file), options.mode(WindowMode.BATCHED)));
        double quiet = errorRate(
                reference,
                transcribe(recordingOf(file), options.mode(WindowMode.BATCHED).voiceActivity(false)));
        System.out.printf(
                Locale.ROOT,
                "word errors: sequential %.3f, batched %.3f, cut where quiet %.3f%n",
                sequential,
                batched,
                quiet);
        assertThat(batched).isLessThanOrEqualTo(sequential + 0.02);
        assertThat(quiet).isLessThanOrEqualTo(sequential + 0.05);
    }

    private static double errorRate(List<String> reference, Transcript transcript) {
        return (double) distance(reference, words(transcript.text())) / reference.size();
    }

    private static List<String> words(String text) {
        return List.of(text.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z' ]", " ")
                .strip()
                .split("\\s+"));
    }

    /** Levenshtein's distance in words. */
    private static int distance(List<String> from, List<String> to) {
        int[] before = new int[to.size() + 1];
        Arrays.setAll(before, i -> i);
        for (int i = 1; i <= from.size(); i++) {
            int[] now = new int[to.size() + 1];
            now[0] = i;
            for (int j = 1; j <= to.size(); j++) {
                int substitution = before[j - 1] + (from.get(i - 1).equals(to.get(j - 1)) ? 0 : 1);
                now[j] = Math.min(substitution, Math.min(before[j], now[j - 1]) + 1);
            }
            before = now;
        }
        return before[to.size()];
    }
}
