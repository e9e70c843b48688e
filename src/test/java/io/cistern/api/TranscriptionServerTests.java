package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willAnswer;
import static org.mockito.BDDMockito.willThrow;
import static org.mockito.Mockito.atLeastOnce;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.reset;
import static org.mockito.Mockito.verify;

import io.cistern.audio.AudioTooLongException;
import io.cistern.audio.EncodedAudio;
import io.cistern.audio.UndecodableAudioException;
import io.cistern.audio.UnsupportedAudioException;
import io.cistern.serving.AudioInput;
import io.cistern.serving.QueueFullException;
import io.cistern.serving.TranscriptionCall;
import io.cistern.serving.TranscriptionService;
import io.cistern.serving.TranscriptionTask;
import io.cistern.testing.UploadForm;
import io.cistern.transcription.InvalidTranscriptionException;
import io.cistern.transcription.Segment;
import io.cistern.transcription.SpeechTask;
import io.cistern.transcription.TokenUsage;
import io.cistern.transcription.Transcript;
import io.cistern.transcription.TranscriptListener;
import io.cistern.transcription.TranscriptionOptions;
import io.cistern.transcription.WindowMode;
import io.cistern.transcription.Word;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Uploads over the wire, with transcription replaced. */
@ApiServerTest
class TranscriptionServerTests {

    private static final String TRANSCRIPTIONS = "/v1/audio/transcriptions";
    private static final String TRANSLATIONS = "/v1/audio/translations";

    /** OpenAI's limit, which is the default. */
    private static final int LIMIT = 26_214_400;

    private static final Transcript HELLO = new Transcript(
            "en",
            1,
            2.5,
            "Hello there. --> Bye.",
            List.of(
                    segment(0, 0, 1.0001, " Hello there.", List.of(new Word(" Hello", 0, 0.42, 0.9f))),
                    segment(1, 1, 3723.5, " --> Bye.", List.of(new Word(" Bye.", 1.5, 2, 0.8f)))),
            new TokenUsage(1500, 3, 7));

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper mapper = new JsonMapper();

    @LocalServerPort
    private int port;

    @Autowired
    private TranscriptionService service;

    private static Segment segment(int id, double start, double end, String text, List<Word> words) {
        return new Segment(id, 0, start, end, text, List.of(50363, 18435), 0, -0.25f, 1.5f, 0.125f, words);
    }

    @BeforeEach
    void answerWithHello() {
        reset(service);
        willAnswer(call -> {
                    TranscriptListener listener = call.getArgument(2);
                    listener.onText("Hello there.");
                    listener.onText(" --> Bye.");
                    CompletableFuture<Transcript> answer = CompletableFuture.completedFuture(HELLO);
                    return (TranscriptionCall) () -> answer;
                })
                .given(service)
                .start(any(), any(), any());
    }

    private void failWith(RuntimeException failure) {
        willAnswer(call -> {
                    CompletableFuture<Transcript> answer = CompletableFuture.failedFuture(failure);
                    return (TranscriptionCall) () -> answer;
                })
                .given(service)
                .start(any(), any(), any());
    }

    @Test
    void theUsualAnswerIsJson() {
        HttpResponse<String> response = post(TRANSCRIPTIONS, UploadForm.withFile());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.body())
                .isEqualTo("{\"text\":\"Hello there. --> Bye.\",\"usage\":{\"type\":\"duration\",\"seconds\":3}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "*/*"})
    void subtitlesAreTextWhateverTheClientAccepts(String accept) {
        HttpResponse<String> text = withFormat("text", accept);
        assertThat(text.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(text.body()).isEqualTo("Hello there. --> Bye.\n");

        HttpResponse<String> srt = withFormat("srt", accept);
        assertThat(srt.headers().firstValue("Content-Type")).hasValue("application/x-subrip;charset=UTF-8");
        assertThat(srt.body()).isEqualTo("""
                1
                00:00:00,000 --> 00:00:01,000
                Hello there.

                2
                00:00:01,000 --> 01:02:03,500
                -> Bye.

                """);

        HttpResponse<String> vtt = withFormat("vtt", accept);
        assertThat(vtt.headers().firstValue("Content-Type")).hasValue("text/vtt;charset=UTF-8");
        assertThat(vtt.body()).isEqualTo("""
                WEBVTT

                00:00:00.000 --> 00:00:01.000
                Hello there.

                00:00:01.000 --> 01:02:03.500
                --&gt; Bye.

                """);
    }

    private HttpResponse<String> withFormat(String format, String accept) {
        UploadForm form = UploadForm.withFile().field("response_format", format);
        HttpResponse<String> response = send(request(TRANSCRIPTIONS)
                .header("Content-Type", UploadForm.contentType())
                .header("Accept", accept)
                .POST(form.publisher())
                .build());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response;
    }

    @Test
    void verboseJsonHasSegments() {
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("response_format", "verbose_json"));
        assertThat(response.body()).isEqualTo("""
                {"task":"transcribe","language":"english","duration":2.5,"text":"Hello there. --> Bye.","segments":[\
                {"id":0,"seek":0,"start":0.0,"end":1.0,"text":" Hello there.","tokens":[50363,18435],"temperature":0.0,\
                "avg_logprob":-0.25,"compression_ratio":1.5,"no_speech_prob":0.125},\
                {"id":1,"seek":0,"start":1.0,"end":3723.5,"text":" --> Bye.","tokens":[50363,18435],"temperature":0.0,\
                "avg_logprob":-0.25,"compression_ratio":1.5,"no_speech_prob":0.125}],\
                "usage":{"type":"duration","seconds":3}}""");
        assertThat(options().timestamps()).isTrue();
        assertThat(options().words()).isFalse();
    }

    @Test
    void verboseJsonHasWordsWhenTheyAreAskedFor() {
        UploadForm words = UploadForm.withFile()
                .field("response_format", "verbose_json")
                .field("timestamp_granularities[]", "word");
        JsonNode answer = mapper.readTree(post(TRANSCRIPTIONS, words).body());
        assertThat(answer.has("segments")).isFalse();
        assertThat(answer.get("words").toString())
                .isEqualTo(
                        "[{\"word\":\"Hello\",\"start\":0.0,\"end\":0.42},{\"word\":\"Bye.\",\"start\":1.5,\"end\":2.0}]");
        assertThat(options().words()).isTrue();

        JsonNode both = mapper.readTree(post(TRANSCRIPTIONS, words.field("timestamp_granularities[]", "segment"))
                .body());
        assertThat(both.has("segments")).isTrue();
        assertThat(both.has("words")).isTrue();
    }

    @Test
    void aTranslationIsEnglish() {
        UploadForm form = UploadForm.withFile().field("response_format", "verbose_json");
        JsonNode answer = mapper.readTree(post(TRANSLATIONS, form).body());
        assertThat(answer.get("task").stringValue()).isEqualTo("translate");
        assertThat(answer.get("language").stringValue()).isEqualTo("english");
        assertThat(options().task()).isEqualTo(SpeechTask.TRANSLATE);
    }

    @Test
    void whatIsNotGivenIsUsual() {
        post(TRANSCRIPTIONS, UploadForm.withFile().field("language", "").field("temperature", "0"));
        assertThat(options())
                .isEqualTo(TranscriptionOptions.builder().timestamps(false).build());
    }

    @Test
    void everyFieldReachesTheTranscription() {
        UploadForm form = UploadForm.withFile()
                .field("model", "ears")
                .field("language", "de")
                .field("prompt", "Grüße")
                .field("temperature", "0.25")
                .field("vad", "false")
                .field("condition_on_previous_text", "true")
                .field("mode", "batched")
                .field("chunking_strategy", "auto")
                .field("seed", "42");
        assertThat(post(TRANSCRIPTIONS, form).statusCode()).isEqualTo(200);
        assertThat(options())
                .isEqualTo(TranscriptionOptions.builder()
                        .language("de")
                        .prompt("Grüße")
                        .temperature(0.25f)
                        .voiceActivity(false)
                        .conditionOnPreviousText(true)
                        .mode(WindowMode.BATCHED)
                        .timestamps(false)
                        .seed(42)
                        .build());
        assertThat(post(TRANSCRIPTIONS, UploadForm.withFile().field("num_beams", "5"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(options().beams()).isEqualTo(5);
    }

    @Test
    void aBodyWithoutItsLengthAndTypedPartsAreRead() {
        UploadForm form = UploadForm.withFile().typedField("model", "ears").typedField("prompt", "Grüße");
        HttpResponse<String> response = post(TRANSCRIPTIONS, UploadForm.contentType(), form.chunked());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(options().prompt()).isEqualTo("Grüße");
    }

    @Test
    void theTimeoutIsThatOfTheHeader() {
        send(request(TRANSCRIPTIONS)
                .header("Content-Type", UploadForm.contentType())
                .header("X-Request-Timeout", "2.5")
                .POST(UploadForm.withFile().publisher())
                .build());
        assertThat(task().timeout()).isEqualTo(Duration.ofMillis(2500));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "response_format           | xml          | one of json, text, srt, verbose_json, vtt",
                "response_format           | diarized_json| one of json, text, srt, verbose_json, vtt",
                "temperature               | 1.5          | a number from 0 to 1",
                "temperature               | NaN          | a number from 0 to 1",
                "temperature               | 0x1p-3       | a number from 0 to 1",
                "timestamp_granularities[] | word         | absent unless response_format is verbose_json",
                "timestamp_granularities[] | letter       | segment or word",
                "stream                    | yes          | one of",
                "vad                       | 1            | one of",
                "num_beams                 | 0            | an integer from 1 to 64",
                "num_beams                 | 2.0          | an integer from 1 to 64",
                "num_beams                 | 9            | the capacity is 8 (cistern.capacity.max-batch-size)",
                "mode                      | parallel     | one of auto, sequential, batched",
                "seed                      | -1           | an integer from 0",
                "chunking_strategy         | server_vad   | one of auto",
                "include[]                 | logprobs     | is not available",
                "keywords                  | Dashwood     | is not available",
                "languages                 | en           | give one language as language",
                "known_speaker_names[]     | Elinor       | speakers are not told apart",
                "hotwords                  | Dashwood     | is not available",
                "temperature               | 1e-300       | 0 or at least 0.000001",
                "temperature               | 1e-99        | 0 or at least 0.000001",
                "include                   | logprobs     | is not available",
                "temprature                | 0            | is not known; did you mean temperature?",
                "translate                 | true         | is not known; known are file, model, language"
            })
    void aFieldThatBreaksARuleIsNamed(String field, String value, String reason) {
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field(field, value));
        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode error = mapper.readTree(response.body()).get("error");
        assertThat(error.get("type").stringValue()).isEqualTo("invalid_request_error");
        assertThat(error.get("param").stringValue()).isEqualTo(field);
        assertThat(error.get("message").stringValue()).contains(reason);
        verify(service, never()).start(any(), any(), any());
    }

    @ParameterizedTest
    @ValueSource(strings = {"timestamp_granularities[]", "timestamp_granularities"})
    void aListMayBeNamedWithoutItsBrackets(String name) {
        UploadForm form = UploadForm.withFile()
                .field("response_format", "verbose_json")
                .field(name, "word")
                .field(name, "segment");
        HttpResponse<String> response = post(TRANSCRIPTIONS, form);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(options().words()).isTrue();
    }

    @Test
    void fieldsThatContradictEachOtherAreRefused() {
        assertInvalid(
                UploadForm.withFile().field("stream", "true").field("response_format", "srt"),
                "response_format",
                "must be json with stream");
        assertInvalid(
                UploadForm.withFile().field("num_beams", "2").field("temperature", "0.5"),
                "num_beams",
                "must be 1 with a temperature above 0");
    }

    @Test
    void aFormHasOneRecordingAndEveryFieldOnce() {
        assertInvalid(new UploadForm().field("model", "ears"), "file", "is required");
        assertInvalid(UploadForm.withFile().file(new byte[] {1}), "file", "must be given once, not 2 times");
        assertInvalid(
                UploadForm.withFile().field("language", "en").field("language", "de"),
                "language",
                "must be given once, not 2 times");
        assertInvalid(new UploadForm().file(new byte[0]), "file", "it is empty");
    }

    private void assertInvalid(UploadForm form, String param, String reason) {
        HttpResponse<String> response = post(TRANSCRIPTIONS, form);
        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode error = mapper.readTree(response.body()).get("error");
        assertThat(error.get("param").stringValue()).isEqualTo(param);
        assertThat(error.get("message").stringValue()).contains(reason);
    }

    @Test
    void aBodyThatIsNoFormIsRefused() {
        assertThat(post(TRANSCRIPTIONS, "multipart/form-data", BodyPublishers.ofString("x"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(post(TRANSCRIPTIONS, "application/json", BodyPublishers.ofString("{}"))
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void aFormOfSixtyPartsIsTooLarge() {
        UploadForm form = UploadForm.withFile();
        for (int i = 0; i < 59; i++) {
            form.field("field" + i, "x");
        }
        HttpResponse<String> response = post(TRANSCRIPTIONS, form);
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("more than 50 parts", "server.tomcat.max-part-count");
    }

    @Test
    void textsOfMoreThanTheContainerTakesAreTooLarge() {
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("prompt", "x".repeat(3 << 20)));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("the texts of the form", "server.tomcat.max-http-form-post-size");
    }

    @Test
    void aQueryIsNoPartOfAForm() {
        for (String query : List.of("model=ears", "response_format=srt", "language=en", "file=x")) {
            assertThat(post("/v1/audio/transcriptions?" + query, UploadForm.withFile())
                            .body())
                    .as(query)
                    .contains("is in the query, which is not read", query.substring(0, query.indexOf('=')));
        }
    }

    @Test
    void aPartWithLongHeadersIsToldWhichBoundItBreaks() {
        UploadForm form = UploadForm.withFile().fieldWithHeader("language", "X-Long: " + "x".repeat(600), "en");
        HttpResponse<String> response = post(TRANSCRIPTIONS, form);
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body())
                .contains("the headers of a part have more than 512 bytes", "server.tomcat.max-part-header-size")
                .doesNotContain("upload-size");
    }

    @Test
    void aTextIsReadInTheCharsetOfItsPart() {
        byte[] latin = "Grüße".getBytes(StandardCharsets.ISO_8859_1);
        UploadForm form = UploadForm.withFile().field("prompt", "ISO-8859-1", latin);
        assertThat(post(TRANSCRIPTIONS, form).statusCode()).isEqualTo(200);
        assertThat(options().prompt()).isEqualTo("Grüße");

        assertInvalid(UploadForm.withFile().field("prompt", "utf-8", latin), "prompt", "is not text in utf-8");
        assertInvalid(
                UploadForm.withFile().field("prompt", "klingon", latin),
                "prompt",
                "has the charset klingon, which is not known");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        UploadForm form = UploadForm.withFile().field("response_format", "", new byte[] {'a', (byte) 0xC3});
        assertInvalid(form, "response_format", "is not text in UTF-8");
    }

    @Test
    void aRecordingAboveTheLimitIsRefusedWithAndWithoutItsLengthAndTheNextWorks() {
        byte[] large = new byte[LIMIT + 1];
        for (BodyPublisher body : List.of(
                new UploadForm().file(large).publisher(),
                new UploadForm().file(large).chunked())) {
            HttpResponse<String> response = post(TRANSCRIPTIONS, UploadForm.contentType(), body);
            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(mapper.readTree(response.body()).at("/error/code").stringValue())
                    .isEqualTo("payload_too_large");
            assertThat(response.body()).contains("26214400", "cistern.audio.max-upload-size");
        }
        assertThat(post(TRANSCRIPTIONS, UploadForm.withFile()).statusCode()).isEqualTo(200);
    }

    @Test
    void aRawRecordingAboveTheLimitIsRefusedWithAndWithoutItsLength() {
        byte[] large = new byte[LIMIT + 1];
        for (BodyPublisher body : List.of(
                BodyPublishers.ofByteArray(large),
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))) {
            HttpResponse<String> response = send(request("/asr").POST(body).build());
            assertThat(response.statusCode()).isEqualTo(413);
            assertThat(mapper.readTree(response.body()).get("limit").intValue()).isEqualTo(LIMIT);
            assertThat(response.body()).contains("cistern.audio.max-upload-size");
        }
    }

    @Test
    void aLargeRecordingIsOnDiskUntilItIsTranscribed() {
        byte[] large = new byte[3 << 20];
        large[large.length - 1] = 7;
        CompletableFuture<Transcript> answer = new CompletableFuture<>();
        willAnswer(call -> {
                    AudioInput input = call.<TranscriptionTask>getArgument(1).audio();
                    assertThat(sizeOf(input)).isEqualTo(large.length);
                    assertThat(sizeOf(input)).isEqualTo(large.length);
                    answer.complete(HELLO);
                    return (TranscriptionCall) () -> answer;
                })
                .given(service)
                .start(any(), any(), any());
        HttpResponse<String> response = post(TRANSCRIPTIONS, new UploadForm().file(large));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> task().audio().open());
    }

    private static long sizeOf(AudioInput input) throws IOException {
        try (EncodedAudio source = input.open()) {
            return source.size();
        }
    }

    @Test
    void modelsAreChosenByNameAndByWhatTheyDo() {
        HttpResponse<String> unknown =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("model", "../../etc/passwd"));
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(mapper.readTree(unknown.body()).at("/error/code").stringValue())
                .isEqualTo("model_not_found");

        HttpResponse<String> text = post(TRANSCRIPTIONS, UploadForm.withFile().field("model", "tiny"));
        assertThat(text.statusCode()).isEqualTo(400);
        assertThat(text.body()).contains("task_mismatch", "POST /generate");

        HttpResponse<String> speech = post(
                "/generate", "application/json", BodyPublishers.ofString("{\"inputs\":\"hi\",\"model\":\"ears\"}"));
        assertThat(speech.statusCode()).isEqualTo(422);
        assertThat(speech.body()).contains("task-mismatch", "POST /v1/audio/transcriptions or /asr");
    }

    static Stream<Map.Entry<RuntimeException, String>> failures() {
        return Stream.of(
                Map.entry(new UndecodableAudioException("noise"), "400 audio_undecodable file"),
                Map.entry(new UnsupportedAudioException("wma"), "415 audio_unsupported file"),
                Map.entry(
                        new AudioTooLongException(AudioTooLongException.Bound.SECONDS, 11, 10),
                        "413 audio_too_long file"),
                Map.entry(new InvalidTranscriptionException("language", "xx", "one of de, en"), "400 null language"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatIsWrongWithARecordingHasItsStatusAndCode(Map.Entry<RuntimeException, String> failure) {
        failWith(failure.getKey());
        HttpResponse<String> response = post(TRANSCRIPTIONS, UploadForm.withFile());
        JsonNode error = mapper.readTree(response.body()).get("error");
        String code = error.get("code").isNull() ? "null" : error.get("code").stringValue();
        assertThat("%d %s %s"
                        .formatted(
                                response.statusCode(), code, error.get("param").stringValue()))
                .isEqualTo(failure.getValue());
    }

    @Test
    void aFullQueueSaysWhenToComeBack() {
        willThrow(new QueueFullException("ears", 16, 16, Duration.ofSeconds(3)))
                .given(service)
                .start(any(), any(), any());
        HttpResponse<String> response = post(TRANSCRIPTIONS, UploadForm.withFile());
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("3");
        assertThat(mapper.readTree(response.body()).at("/error/type").stringValue())
                .isEqualTo("rate_limit_error");
    }

    @Test
    void aStreamHasDeltasThatMakeUpTheText() {
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("stream", "true"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(response.body()).isEqualTo("""
                data: {"type":"transcript.text.delta","delta":"Hello there."}

                data: {"type":"transcript.text.delta","delta":" --> Bye."}

                data: {"type":"transcript.text.done","text":"Hello there. --> Bye.","usage":{"type":"tokens",\
                "input_tokens":1503,"input_token_details":{"text_tokens":3,"audio_tokens":1500},"output_tokens":7,\
                "total_tokens":1510}}

                data: [DONE]

                """);
    }

    @Test
    void aStreamThatHasBegunEndsWithItsError() {
        failWith(new AudioTooLongException(AudioTooLongException.Bound.SECONDS, 11, 10));
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("stream", "true"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("data: {\"error\":{", "\"code\":\"audio_too_long\"");
    }

    @Test
    void aStreamThatWasGivenUpTellsNoError() {
        failWith(new CancellationException());
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("stream", "true"));
        assertThat(response.body()).isEqualTo("data: [DONE]\n\n");
    }

    @Test
    void aStreamOfNoRecordingDoesNotBegin() {
        willThrow(new UndecodableAudioException("noise")).given(service).start(any(), any(), any());
        HttpResponse<String> response =
                post(TRANSCRIPTIONS, UploadForm.withFile().field("stream", "true"));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("audio_undecodable");
    }

    @Test
    void speechRecognitionTakesTheBytesOfARecordingOfAnyTypeOrNone() {
        BodyPublisher recording = BodyPublishers.ofByteArray(new byte[] {1, 2, 3});
        for (String path : List.of("/asr", "/asr/ears", "/invocations")) {
            HttpResponse<String> untyped = send(request(path).POST(recording).build());
            assertThat(untyped.statusCode()).as(untyped.body()).isEqualTo(200);
            assertThat(untyped.body()).isEqualTo("{\"text\":\"Hello there. --> Bye.\"}");
            assertThat(post(path, "audio/x-wav", recording).body()).isEqualTo(untyped.body());
        }
        assertThat(post("/asr", "application/x-www-form-urlencoded", recording).statusCode())
                .isEqualTo(200);
        assertThat(post("/asr", UploadForm.withFile()).statusCode()).isEqualTo(415);
        for (String form :
                List.of("multipart/form-data; boundary=\"", "multipart/form-data; charset=bogus", "Multipart/ ;=")) {
            for (String path : List.of("/asr", "/asr/ears")) {
                assertThat(post(path, form, recording).statusCode()).as(form).isIn(400, 415);
            }
        }
        assertThat(send(request("/asr").POST(BodyPublishers.noBody()).build()).body())
                .contains("urn:cistern:problem:audio-undecodable");
        assertThat(post("/asr/tiny", "audio/wav", recording).statusCode()).isEqualTo(422);
    }

    @Test
    void speechRecognitionTakesAModelOfTheQuery() {
        BodyPublisher recording = BodyPublishers.ofByteArray(new byte[] {1, 2, 3});
        for (String path : List.of("/asr?model=ears", "/asr?model=e%61rs", "/asr/ears?model=ears")) {
            for (String type : List.of("audio/wav", "application/x-www-form-urlencoded")) {
                assertThat(post(path, type, recording).statusCode()).as(path).isEqualTo(200);
            }
        }
        assertThat(post("/asr?model=gpt", "audio/wav", recording).statusCode()).isEqualTo(404);
        assertThat(post("/asr?model=tiny", "audio/wav", recording).statusCode()).isEqualTo(422);
        assertThat(post("/asr?model=gpt", "application/json", BodyPublishers.ofString("{\"inputs\":\"AAAA\"}"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(post("/asr/ears?model=tiny", "audio/wav", recording).body())
                .contains("model is \\\"tiny\\\" and must be that of the path, ears");
        assertThat(post("/asr?model=%25zz", "audio/wav", recording).statusCode())
                .isEqualTo(404);
        assertThat(post("/asr?model=ears&model=gpt", "audio/wav", recording).body())
                .contains("model is \\\"gpt\\\" and must be given once, not 2 times");
    }

    @Test
    void speechRecognitionTakesARecordingInJson() {
        byte[] recording = new byte[3 << 20];
        String inputs = Base64.getEncoder().encodeToString(recording);
        String parameters =
                "{\"return_timestamps\":true,\"generation_parameters\":{\"num_beams\":2,\"language\":\"en\",\"top_k\":null}}";
        HttpResponse<String> response = json(inputs, parameters);
        assertThat(response.body())
                .isEqualTo(
                        "{\"text\":\"Hello there. --> Bye.\",\"chunks\":[{\"text\":\" Hello there.\",\"timestamp\":[0.0,1.0001]},"
                                + "{\"text\":\" --> Bye.\",\"timestamp\":[1.0,3723.5]}]}");
        assertThat(options().beams()).isEqualTo(2);
        assertThat(options().language()).isEqualTo("en");

        assertThat(json("AAAA", "{\"return_timestamps\":\"word\"}").body())
                .contains("{\"text\":\" Hello\",\"timestamp\":[0.0,0.42]}");
        assertThat(json("AAAA", "{}").body()).isEqualTo("{\"text\":\"Hello there. --> Bye.\"}");
        assertThat(json("?", "{}").statusCode()).isEqualTo(422);
        assertThat(json("AAAA", "{\"return_timestamps\":\"letter\"}").body())
                .contains("must be true, false or \\\"word\\\"");
        assertThat(json("AAAA", "{\"generation_parameters\":{\"top_k\":5}}").body())
                .contains("top_k", "is not known");
        assertThat(json("AAAA", "{\"generation_parameters\":{\"num_beams\":9}}").body())
                .contains("parameters.generation_parameters.num_beams", "the capacity is 8");
        assertThat(json("AAAA", "{\"generation_parameters\":{\"num_beams\":2,\"temperature\":0.5}}")
                        .body())
                .contains("parameters.generation_parameters.num_beams", "must be 1 with a temperature above 0");
        assertThat(json("AAAA", "{\"generation_parameters\":{\"temperature\":1e-300}}")
                        .body())
                .contains("parameters.generation_parameters.temperature", "must be 0 or at least 0.000001");
        assertThat(json("AAAA", "{\"temperature\":0}").body())
                .contains("parameters.temperature is not known; did you mean"
                        + " parameters.generation_parameters.temperature?");
    }

    @Test
    void aRecordingInJsonMayBeAsLargeAsAny() {
        byte[] large = new byte[LIMIT];
        AtomicLong size = new AtomicLong();
        willAnswer(call -> {
                    size.set(sizeOf(call.<TranscriptionTask>getArgument(1).audio()));
                    CompletableFuture<Transcript> answer = CompletableFuture.completedFuture(HELLO);
                    return (TranscriptionCall) () -> answer;
                })
                .given(service)
                .start(any(), any(), any());
        HttpResponse<String> response = json(Base64.getEncoder().encodeToString(large), "{}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(size).hasValue(LIMIT);
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> task().audio().open());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"inputs\":\"AAAA\",\"parameters\":{\"generation_parameters\":{\"num_beams\":9}}}",
                "{\"inputs\":\"AAAA\",\"parameters\":{\"generation_parameters\":{\"num_beams\":2,\"temperature\":1}}}",
                "{\"inputs\":\"AAAA\",\"parameters\":{\"generation_parameters\":{\"task\":\"sing\"}}}",
                "{\"inputs\":\"AAAA\",\"parameters\":[]}",
                "{\"inputs\":\"AAAA\",\"parametres\":{}}",
                "{\"inputs\":\"AAAA\",\"inputs\":\"AAAA\"}",
                "{\"inputs\":\"AAAA\"",
                "{\"inputs\":\"AAAA\"} {}",
                "{\"inputs\":\"AAAA",
                "{\"inputs\":\"AAAA?\"}",
                "{\"inputs\":\"\"}",
                "{\"inputs\":5}",
                "{\"inputs\":null}"
            })
    void nothingIsLeftOfARecordingWhoseJsonIsRefused(String body) throws IOException {
        byte[] recording = new byte[3 << 20];
        new Random().nextBytes(recording);
        HttpResponse<String> response = post(
                "/asr",
                "application/json",
                BodyPublishers.ofString(body.replace("AAAA", Base64.getEncoder().encodeToString(recording))));
        assertThat(response.statusCode()).as(response.body()).isIn(400, 422);
        assertThat(response.body()).hasSizeLessThan(1000);
        assertThat(uploadsOf(recording)).isEmpty();
    }

    @Test
    void base64MayHaveEscapesAndLineBreaksAndNoPaddingOrPaddedPieces() {
        for (String inputs : List.of("+/==", "+\\/==", "+/\\u003d=", "+/", "AAAA\\r\\nAAAA", "+/==AAA=+/")) {
            assertThat(json(inputs, "{}").statusCode()).as(inputs).isEqualTo(200);
        }
        for (String inputs : List.of("A", "AAAAA", "A=AA", "AA=A", "A A", "-_==", "ÄÄÄÄ", "AAAA\\q")) {
            HttpResponse<String> response = json(inputs, "{}");
            assertThat(response.statusCode()).as(inputs).isEqualTo(422);
            assertThat(response.body()).contains("inputs must be base64");
        }
    }

    @Test
    void aRecordingInJsonAboveTheLimitIsRefused() {
        String body = "{\"inputs\":\"%s\"}".formatted("AAAA".repeat(LIMIT / 3 + (1 << 15)));
        HttpResponse<String> response = post(
                "/asr",
                "application/json",
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(StandardCharsets.US_ASCII))));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("cistern.audio.max-upload-size");
    }

    @Test
    void noOtherTextOfARecordingsJsonMayBeAsLong() {
        HttpResponse<String> response =
                json("AAAA", "{\"generation_parameters\":{\"language\":\"%s\"}}".formatted("e".repeat(3 << 20)));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("2097152");
    }

    /** Returns the files that begin as a recording does: other tests have theirs at the same time. */
    private static List<Path> uploadsOf(byte[] recording) throws IOException {
        List<Path> found = new ArrayList<>();
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> uploads = Files.newDirectoryStream(folder, "cistern-upload-*")) {
            for (Path upload : uploads) {
                if (beginsAs(recording, upload)) {
                    found.add(upload);
                }
            }
        }
        return found;
    }

    private static boolean beginsAs(byte[] recording, Path upload) throws IOException {
        try (InputStream bytes = Files.newInputStream(upload)) {
            return Arrays.equals(bytes.readNBytes(64), Arrays.copyOf(recording, 64));
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }

    @Test
    void aParameterOfAJsonRecordingIsToldByItsPlace() {
        failWith(new InvalidTranscriptionException("language", "xx", "one of de, en"));
        assertThat(json("AAAA", "{\"generation_parameters\":{\"language\":\"xx\"}}")
                        .body())
                .contains("\"field\":\"parameters.generation_parameters.language\"");
    }

    private HttpResponse<String> json(String inputs, String parameters) {
        return post(
                "/asr",
                "application/json",
                BodyPublishers.ofString("{\"inputs\":\"%s\",\"parameters\":%s}".formatted(inputs, parameters)));
    }

    @Test
    void theDescriptionShowsTheForm() {
        JsonNode api =
                mapper.readTree(send(request("/v3/api-docs").GET().build()).body());
        JsonNode post = api.at("/paths/~1v1~1audio~1transcriptions/post");
        assertThat(post.at("/requestBody/content/multipart~1form-data/schema/$ref")
                        .stringValue())
                .isEqualTo("#/components/schemas/TranscriptionForm");
        assertThat(post.get("responses").propertyNames())
                .contains("200", "400", "404", "413", "415", "429", "500", "503", "504");
        JsonNode form = api.at("/components/schemas/TranscriptionForm");
        assertThat(form.at("/properties/file/format").stringValue()).isEqualTo("binary");
        assertThat(form.at("/required/0").stringValue()).isEqualTo("file");
        assertThat(form.at("/properties/seed/maximum").longValue()).isEqualTo(9_007_199_254_740_991L);
        assertThat(form.at("/properties/prompt/maxLength").intValue()).isEqualTo(16_384);
        assertThat(form.get("properties").propertyNames())
                .contains(
                        "file",
                        "model",
                        "language",
                        "prompt",
                        "response_format",
                        "temperature",
                        "timestamp_granularities[]",
                        "stream",
                        "vad",
                        "num_beams",
                        "condition_on_previous_text",
                        "mode",
                        "seed");
        form.get("properties")
                .properties()
                .forEach(property -> assertThat(property.getValue().has("description"))
                        .as(property.getKey())
                        .isTrue());
        assertThat(api.get("paths").propertyNames()).contains(TRANSLATIONS, "/asr", "/asr/{model}", "/invocations");
    }

    private TranscriptionTask task() {
        ArgumentCaptor<TranscriptionTask> task = ArgumentCaptor.forClass(TranscriptionTask.class);
        verify(service, atLeastOnce()).start(any(), task.capture(), any());
        return task.getValue();
    }

    private TranscriptionOptions options() {
        return task().options();
    }

    private HttpResponse<String> post(String path, UploadForm form) {
        return post(path, UploadForm.contentType(), form.publisher());
    }

    private HttpResponse<String> post(String path, String type, BodyPublisher body) {
        return send(request(path).header("Content-Type", type).POST(body).build());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new AssertionError(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port).resolve(path));
    }
}
