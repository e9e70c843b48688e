package io.cistern;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.testing.UploadForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The speech model that comes along, over HTTP, against what Transformers 5.24.0 writes for the same recording. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class TranscriptionIT {

    private static final String TEXT =
            "And Mr. John Dashwood had then leisure to consider how much there might be prudently in his power to do for"
                    + " them.";

    /** With timestamps: from 0 s, token 50363, to 7 s. */
    private static final List<Integer> TOKENS = List.of(
            50363, 843, 1770, 13, 1757, 16189, 3822, 550, 788, 24638, 284, 2074, 703, 881, 612, 1244, 307, 25220, 1473,
            287, 465, 1176, 284, 466, 329, 606, 13, 50713);

    private static final double SECONDS = 7.1;
    private static final long SEED = Long.getLong("seed", 20261130L);
    private static final int SAMPLE_RATE = 16_000;

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper mapper = new JsonMapper();

    @LocalServerPort
    private int port;

    @Test
    void jsonAndTextHaveTheTextOfTransformers() {
        HttpResponse<String> json = transcribe(sample().field("model", "whisper-1"));
        assertThat(json.body())
                .isEqualTo("{\"text\":\"%s\",\"usage\":{\"type\":\"duration\",\"seconds\":8}}".formatted(TEXT));
        assertThat(transcribe(sample().field("response_format", "text")).body()).isEqualTo(TEXT + "\n");
    }

    @Test
    void subtitlesHaveItsTimes() {
        UploadForm srt = sample().field("vad", "false").field("response_format", "srt");
        assertThat(transcribe(srt).body()).isEqualTo("1\n00:00:00,000 --> 00:00:07,000\n%s\n\n".formatted(TEXT));
        UploadForm vtt = sample().field("vad", "false").field("response_format", "vtt");
        assertThat(transcribe(vtt).body()).isEqualTo("WEBVTT\n\n00:00:00.000 --> 00:00:07.000\n%s\n\n".formatted(TEXT));
    }

    @Test
    void verboseJsonHasItsTokensAndWordsInOrder() {
        JsonNode answer = mapper.readTree(transcribe(sample().field("vad", "false")
                        .field("response_format", "verbose_json")
                        .field("timestamp_granularities[]", "segment")
                        .field("timestamp_granularities[]", "word"))
                .body());
        assertThat(answer.get("language").stringValue()).isEqualTo("english");
        assertThat(answer.get("duration").doubleValue()).isEqualTo(SECONDS);
        assertThat(answer.get("text").stringValue()).isEqualTo(TEXT);
        assertThat(answer.at("/segments/0/tokens")
                        .valueStream()
                        .map(JsonNode::intValue)
                        .toList())
                .isEqualTo(TOKENS);
        assertThat(words(answer).map(word -> word.get("word").stringValue()).collect(Collectors.joining(" ")))
                .isEqualTo(TEXT);
        double before = 0;
        for (JsonNode word : words(answer).toList()) {
            assertThat(word.get("start").doubleValue()).isGreaterThanOrEqualTo(before);
            before = word.get("end").doubleValue();
        }
        assertThat(before).isLessThanOrEqualTo(SECONDS);
    }

    private static Stream<JsonNode> words(JsonNode answer) {
        return answer.get("words").valueStream();
    }

    @Test
    void aStreamsDeltasMakeUpItsText() {
        assertThat(streamed(sample())).contains(TEXT);
    }

    @Test
    void aStreamOfOneTryHasItsTextPieceByPiece() {
        assertThat(streamed(sample().field("temperature", "0.01"))).hasSizeGreaterThan(1);
    }

    /** Returns the deltas, after comparing them with the whole text. */
    private List<String> streamed(UploadForm form) {
        List<JsonNode> events = transcribe(form.field("stream", "true"))
                .body()
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> mapper.readTree(line.substring("data: ".length())))
                .toList();
        List<String> deltas = events.stream()
                .filter(event -> event.get("type").stringValue().equals("transcript.text.delta"))
                .map(event -> event.get("delta").stringValue())
                .toList();
        JsonNode done = events.get(events.size() - 1);
        assertThat(done.get("type").stringValue()).isEqualTo("transcript.text.done");
        assertThat(done.get("text").stringValue()).isEqualTo(TEXT).isEqualTo(String.join("", deltas));
        assertThat(done.at("/usage/input_token_details/audio_tokens").intValue())
                .isEqualTo(1500);
        return deltas;
    }

    @Test
    void speechRecognitionTakesTheBytesAsTheyAre() {
        HttpResponse<String> raw = send(request("/asr").POST(BodyPublishers.ofByteArray(recording())));
        assertThat(raw.body()).isEqualTo("{\"text\":\"%s\"}".formatted(TEXT));
        String json = "{\"inputs\":\"%s\",\"parameters\":{\"return_timestamps\":true}}"
                .formatted(Base64.getEncoder().encodeToString(recording()));
        HttpResponse<String> chunks =
                send(request("/asr").header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
        assertThat(mapper.readTree(chunks.body()).at("/chunks/0/text").stringValue())
                .isEqualTo(" " + TEXT);
    }

    @Test
    void recordingsThatComeTogetherHaveTheSameText() {
        List<String> texts = Collections.nCopies(6, sample()).parallelStream()
                .map(form -> transcribe(form).body())
                .distinct()
                .toList();
        assertThat(texts).hasSize(1);
        assertThat(texts.get(0)).contains(TEXT);
    }

    @Test
    void silenceHasNoText() {
        for (int samples : List.of(0, SAMPLE_RATE / 100, 3 * SAMPLE_RATE)) {
            HttpResponse<String> response = transcribe(new UploadForm().file(wave(samples)));
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(mapper.readTree(response.body()).get("text").stringValue())
                    .isEmpty();
        }
    }

    @Test
    void bytesThatAreNoRecordingAreRefused() {
        System.out.println("seed " + SEED);
        byte[] noise = new byte[5_000];
        new Random(SEED).nextBytes(noise);
        assertRefused(new UploadForm().file(noise), 400, "audio_undecodable");
        assertRefused(new UploadForm().file("<html>".getBytes()), 400, "audio_undecodable");
        assertRefused(new UploadForm().file(noise).field("stream", "true"), 400, "audio_undecodable");
    }

    @Test
    void headersThatCannotBeTrueAreRefused() {
        byte[] channels = wave(SAMPLE_RATE);
        channels[22] = channels[23] = -1;
        assertRefused(new UploadForm().file(channels), 400, "audio_undecodable");
        byte[] rate = wave(SAMPLE_RATE);
        Arrays.fill(rate, 24, 28, (byte) 0);
        assertRefused(new UploadForm().file(rate), 400, "audio_undecodable");
    }

    @Test
    void anEnglishModelKnowsEnglishOnly() {
        assertThat(transcribe(sample().field("language", "en")).statusCode()).isEqualTo(200);
        assertRefused(sample().field("language", "de"), 400, "must be one of en");
        assertThat(post("/v1/audio/translations", sample()).body()).contains(TEXT);
    }

    @Test
    void modelsOfTheOtherKindAreNamed() {
        assertRefused(sample().field("model", "g2p-en"), 400, "task_mismatch");
        HttpResponse<String> text = send(request("/generate")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"inputs\":\"hi\",\"model\":\"whisper-tiny.en\"}")));
        assertThat(text.statusCode()).isEqualTo(422);
        assertThat(text.body()).contains("/v1/audio/transcriptions");
    }

    private void assertRefused(UploadForm form, int status, String reason) {
        HttpResponse<String> response = transcribe(form);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(reason);
    }

    private static UploadForm sample() {
        return new UploadForm().file(recording());
    }

    private static byte[] recording() {
        try {
            return Files.readAllBytes(Path.of("samples/librivox_austen_0870.wav"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns a WAVE file of zeros: 16 kHz, mono, 16 bits. */
    private static byte[] wave(int samples) {
        int bytes = 2 * samples;
        return ByteBuffer.allocate(44 + bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("RIFF".getBytes())
                .putInt(36 + bytes)
                .put("WAVEfmt ".getBytes())
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 1)
                .putInt(SAMPLE_RATE)
                .putInt(2 * SAMPLE_RATE)
                .putShort((short) 2)
                .putShort((short) 16)
                .put("data".getBytes())
                .putInt(bytes)
                .array();
    }

    private HttpResponse<String> transcribe(UploadForm form) {
        return post("/v1/audio/transcriptions", form);
    }

    private HttpResponse<String> post(String path, UploadForm form) {
        return send(
                request(path).header("Content-Type", UploadForm.contentType()).POST(form.publisher()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
