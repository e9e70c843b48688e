package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.reset;

import io.cistern.api.connection.ConnectionLoop;
import io.cistern.api.connection.EventFormat;
import io.cistern.api.connection.EventStream;
import io.cistern.serving.DeadlineExceededException;
import io.cistern.serving.GenerationFailedException;
import io.cistern.serving.GenerationService;
import io.cistern.serving.QueueFullException;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Streams and waiting answers over the wire, with clients that read, stop reading and leave. */
@ApiServerTest
class StreamServerTests {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String NATIVE = "{\"inputs\": \"hi\"}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper mapper = new JsonMapper();
    private final BlockingQueue<OpenCall> calls = new LinkedBlockingQueue<>();

    @LocalServerPort
    private int port;

    @Autowired
    private GenerationService service;

    @Autowired
    private Flood flood;

    @BeforeEach
    void openCalls() {
        reset(service);
        given(service.start(any(), any(), any())).willAnswer(start -> {
            OpenCall call = new OpenCall(start.getArgument(2));
            calls.add(call);
            return call;
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/generate_stream | {\"inputs\": \"hi\"}",
                "/generate | {\"inputs\": \"hi\", \"stream\": true}",
                "/ | {\"inputs\": [\"hi\"], \"stream\": true}",
                "/invocations | {\"inputs\": \"hi\", \"stream\": true}"
            })
    void aTokenIsSentAsSoonAsItIsThere(String path, String body) throws Exception {
        HttpResponse<InputStream> response = stream(path, body);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/event-stream");
        assertThat(response.headers().firstValue("X-Accel-Buffering")).contains("no");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        BufferedReader lines = lines(response);
        OpenCall call = next().say("H");
        assertThat(event(lines, "data:")).isEqualTo(mapper.readTree("""
                {"index": 1, "token": {"id": 75, "text": "H", "logprob": -0.5, "special": false},
                 "generated_text": null, "details": null}"""));
        call.say("i").end("Hi");
        assertThat(event(lines, "data:").at("/token/text").stringValue()).isEqualTo("i");
        assertThat(event(lines, "data:")).isEqualTo(mapper.readTree("""
                {"index": 3, "token": {"id": 1, "text": "", "logprob": -0.5, "special": true}, "generated_text": "Hi",
                 "details": {"finish_reason": "eos_token", "generated_tokens": 3, "seed": null, "input_length": 5,
                             "truncated": false, "truncated_tokens": 0}}"""));
        assertThat(rest(lines)).isEmpty();
    }

    @Test
    void completionsEndAsOpenAiDoes() throws Exception {
        BufferedReader lines = lines(
                stream(
                        "/v1/completions",
                        "{\"prompt\": \"hi\", \"stream\": true, \"stream_options\": {\"include_usage\": true}, \"echo\": true}"));
        next().say("Hi").end("Hi");
        JsonNode first = event(lines, "data: ");
        assertThat(first.at("/object").stringValue()).isEqualTo("text_completion");
        assertThat(first.at("/choices/0/text").stringValue()).isEqualTo("hiH");
        assertThat(first.at("/choices/0").has("finish_reason")).isTrue();
        assertThat(first.at("/choices/0/finish_reason").isNull()).isTrue();
        assertThat(first.has("usage")).isFalse();
        assertThat(event(lines, "data: ").at("/choices/0/text").stringValue()).isEqualTo("i");
        assertThat(event(lines, "data: ").at("/choices/0/finish_reason").stringValue())
                .isEqualTo("stop");
        JsonNode usage = event(lines, "data: ");
        assertThat(usage.at("/choices").isEmpty()).isTrue();
        assertThat(usage.at("/usage")).isEqualTo(mapper.readTree("""
                {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}"""));
        assertThat(usage.at("/id")).isEqualTo(first.at("/id"));
        assertThat(rest(lines)).containsExactly("data: [DONE]");
    }

    @Test
    void theInferenceProtocolStreamsPieces() throws Exception {
        BufferedReader lines =
                lines(stream("/v2/models/tiny/generate_stream", "{\"id\": \"7\", \"text_input\": \"hi\"}"));
        next().say("H").end("H");
        assertThat(event(lines, "data:")).isEqualTo(mapper.readTree("""
                {"id": "7", "model_name": "tiny", "model_version": "1", "text_output": "H", "done": false}"""));
        assertThat(event(lines, "data:").at("/done").booleanValue()).isTrue();
        assertThat(rest(lines)).isEmpty();
    }

    @Test
    void theLastEventOfTheInferenceProtocolTellsWhatTruncateCut() throws Exception {
        BufferedReader lines = lines(stream(
                "/v2/models/tiny/generate_stream", "{\"text_input\": \"hi\", \"parameters\": {\"truncate\": 5}}"));
        next().say("H").end("H", 7);
        assertThat(event(lines, "data:").has("truncated_tokens")).isFalse();
        assertThat(event(lines, "data:").at("/truncated_tokens").intValue()).isEqualTo(7);
    }

    @Test
    void aFailureAfterTheStartIsAnEvent() throws Exception {
        BufferedReader lines = lines(stream("/generate_stream", NATIVE));
        OpenCall call = next().say("H");
        event(lines, "data:");
        call.fail(new DeadlineExceededException(
                DeadlineExceededException.Phase.DECODING,
                Duration.ofSeconds(2),
                DeadlineExceededException.Bound.REQUEST));
        JsonNode error = event(lines, "data:");
        assertThat(error.at("/error").stringValue()).contains("PT2S", "X-Request-Timeout");
        assertThat(error.at("/error_type").stringValue()).isEqualTo("timeout");
        assertThat(rest(lines)).isEmpty();
    }

    @Test
    void nothingFollowsTheEnd() throws Exception {
        assertThat(rest(lines(get("/late")))).containsExactly("data: \"in time\"", "data: [DONE]");
    }

    @Test
    void whatHasNoStreamIsGivenUp() throws Exception {
        flood.abandoned.set(false);
        assertThat(get("/unopened").statusCode()).isEqualTo(500);
        assertThat(flood.abandoned).isTrue();
    }

    @Test
    void aFailureHasTheShapeOfTheRoute() throws Exception {
        BufferedReader completion = lines(stream("/v1/completions", "{\"prompt\": \"hi\", \"stream\": true}"));
        next().fail(new GenerationFailedException("secret", new IllegalStateException("secret")));
        JsonNode error = event(completion, "data: ");
        assertThat(error.at("/error/code").stringValue()).isEqualTo("generation");
        assertThat(error.toString()).doesNotContain("secret");
        assertThat(rest(completion)).containsExactly("data: [DONE]");
        BufferedReader inference = lines(stream("/v2/models/tiny/generate_stream", "{\"text_input\": \"hi\"}"));
        next().fail(new GenerationFailedException("secret", new IllegalStateException("secret")));
        assertThat(event(inference, "data:").propertyNames()).containsExactly("error");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/generate_stream | {\"inputs\": \"\"}",
                "/generate_stream | {\"inputs\": [\"hi\", \"ho\"]}",
                "/generate | {\"inputs\": \"hi\", \"stream\": true, \"parameters\": {\"num_beams\": 2}}",
                "/generate_stream | {\"inputs\": \"hi\", \"parameters\": {\"do_sample\": true, \"best_of\": 2}}",
                "/generate_stream | {\"inputs\": \"hi\", \"parameters\": {\"decoder_input_details\": true}}",
                "/v2/models/tiny/generate_stream | {\"text_input\": \"\"}",
            })
    void whatIsWrongFromTheStartHasItsStatus(String path, String body) throws Exception {
        assertThat(post(path, body).statusCode()).isEqualTo(422);
        assertThat(calls).isEmpty();
    }

    @Test
    void aFullQueueHasItsStatus() throws Exception {
        given(service.start(any(), any(), any()))
                .willThrow(new QueueFullException("tiny", 16, 16, Duration.ofSeconds(3)));
        HttpResponse<String> response = post("/generate_stream", NATIVE);
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).contains("3");
    }

    @Test
    void aQuietStreamHasAHeart() throws Exception {
        try (RawClient quiet = new RawClient(port).post("/generate_stream", NATIVE)) {
            assertThat(quiet.readTo(":\n\n")).contains("text/event-stream");
            next().say("H").end("H");
            assertThat(quiet.readTo("\r\n0\r\n\r\n")).contains("\"generated_text\":\"H\"");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatLeavesItsStreamIsNoticed(boolean read) throws Exception {
        OpenCall call;
        try (RawClient leaving = new RawClient(port).post("/generate_stream", NATIVE)) {
            call = next();
            if (read) {
                call.say("H");
                leaving.readTo("\"H\"");
            }
        }
        await().atMost(SOON).until(call::isCancelled);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/generate", "/", "/v1/completions", "/v2/models/tiny/generate"})
    void aClientThatLeavesBeforeItsAnswerIsNoticed(String path) throws Exception {
        String body = "{\"%s\": \"hi\"}"
                .formatted(path.startsWith("/v1") ? "prompt" : path.startsWith("/v2") ? "text_input" : "inputs");
        OpenCall whole;
        OpenCall chunked;
        try (RawClient leaving = new RawClient(port).post(path, body);
                RawClient other = new RawClient(port)) {
            whole = next();
            other.postChunked(path, body);
            chunked = next();
        }
        await().atMost(SOON).until(() -> whole.isCancelled() && chunked.isCancelled());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatSendsItsNextRequestIsNotGone(boolean chunked) throws Exception {
        try (RawClient eager = new RawClient(port)) {
            if (chunked) {
                eager.postChunked("/generate", NATIVE).postChunked("/generate", NATIVE);
            } else {
                eager.post("/generate", NATIVE).post("/generate", NATIVE);
            }
            OpenCall first = next();
            heartbeats();
            assertThat(first.isCancelled()).isFalse();
            first.say("A").end("A");
            assertThat(eager.readTo("\"A\"}")).contains("200");
            next().say("B").end("B");
            assertThat(eager.readTo("\"B\"}")).contains("200");
        }
    }

    @Test
    void aNextRequestMayComeWhileTheFirstWaits() throws Exception {
        try (RawClient eager = new RawClient(port).post("/generate", NATIVE)) {
            OpenCall first = next();
            heartbeats();
            eager.post("/generate", NATIVE);
            heartbeats();
            first.say("A").end("A");
            assertThat(eager.readTo("\"A\"}")).contains("200");
            next().say("B").end("B");
            assertThat(eager.readTo("\"B\"}")).contains("200");
        }
    }

    @Test
    void aConnectionServesManyAnswersAndStreams() throws Exception {
        try (RawClient faithful = new RawClient(port)) {
            for (int i = 0; i < 5; i++) {
                faithful.post("/generate", NATIVE);
                OpenCall call = next();
                heartbeats();
                call.say("A").end("A");
                assertThat(faithful.readTo("\"A\"}")).contains("200");
                faithful.post("/generate_stream", NATIVE);
                next().say("B").end("B");
                assertThat(faithful.readTo("\"generated_text\":\"B\"")).contains("200", "event-stream");
            }
        }
    }

    @Test
    void aClientThatDoesNotReadHoldsUpNobody() throws Exception {
        try (RawClient deaf = new RawClient(port).send("GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            await().atMost(SOON).untilTrue(flood.abandoned);
            BufferedReader lines = lines(stream("/generate_stream", NATIVE));
            next().say("H").end("H");
            assertThat(event(lines, "data:").at("/token/text").stringValue()).isEqualTo("H");
            assertThat(deaf).isNotNull();
        }
    }

    /** A failed write was noted in the response that the container was already using for somebody else. */
    @Test
    void clientsThatLeaveBreakNoOtherStream() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        given(service.start(any(), any(), any())).willAnswer(start -> {
            OpenCall call = new OpenCall(start.getArgument(2));
            threads.execute(() -> call.say("Hello").say(" there").end("Hello there"));
            return call;
        });
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                clients.add(threads.submit(() -> repeat(this::askAndLeave)));
                clients.add(threads.submit(() -> repeat(this::askAndRead)));
            }
            for (Future<?> client : clients) {
                client.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Request {
        void send() throws Exception;
    }

    private static Void repeat(Request request) throws Exception {
        for (int i = 0; i < 100; i++) {
            request.send();
        }
        return null;
    }

    private void askAndRead() throws Exception {
        assertThat(rest(lines(stream("/generate_stream", NATIVE))).toString())
                .contains("\"generated_text\":\"Hello there\"");
    }

    private void askAndLeave() throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream()
                    .write(("POST /generate_stream HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: " + NATIVE.length() + "\r\n\r\n" + NATIVE)
                            .getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void theTimeoutOfARequestReachesTheService() throws Exception {
        List<Duration> timeouts = new ArrayList<>();
        given(service.start(any(), any(), any())).willAnswer(start -> {
            timeouts.add(start.<io.cistern.serving.GenerationTask>getArgument(1).timeout());
            return MockedModel.call(MockedModel.answer(1, 1, null));
        });
        for (String timeout : List.of("2.5", "30", "PT1M")) {
            assertThat(post("/generate", NATIVE, "X-Request-Timeout", timeout).statusCode())
                    .isEqualTo(200);
        }
        assertThat(timeouts).containsExactly(Duration.ofMillis(2500), Duration.ofSeconds(30), Duration.ofMinutes(1));
        assertThat(post("/generate", NATIVE, "X-Request-Timeout", "5", "X-Request-Timeout", "6")
                        .body())
                .contains("X-Request-Timeout", "must be given once, not 2 times");
        for (String timeout : List.of("soon", "-1", "1e3", "P", "")) {
            assertThat(post("/generate", NATIVE, "X-Request-Timeout", timeout).statusCode())
                    .as(timeout)
                    .isEqualTo(422);
        }
    }

    /** Waits until connections have been looked at a few times. */
    private void heartbeats() throws Exception {
        try (RawClient quiet = new RawClient(port).post("/generate_stream", NATIVE)) {
            OpenCall call = next();
            quiet.readTo(":\n\n");
            quiet.readTo(":\n\n");
            call.end("");
            quiet.readTo("\r\n0\r\n\r\n");
        }
    }

    private OpenCall next() throws InterruptedException {
        OpenCall call = calls.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(call).as("a call").isNotNull();
        return call;
    }

    private HttpResponse<InputStream> stream(String path, String body) throws IOException, InterruptedException {
        return client.send(request(path, body).build(), BodyHandlers.ofInputStream());
    }

    private HttpResponse<InputStream> get(String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://localhost:" + port + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofInputStream());
    }

    private HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path, body);
        return client.send((headers.length > 0 ? request.headers(headers) : request).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    private static BufferedReader lines(HttpResponse<InputStream> response) {
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** Returns the data of the next event that is not a comment. */
    private JsonNode event(BufferedReader lines, String prefix) throws IOException {
        String line = lines.readLine();
        while (line != null && (line.isEmpty() || line.startsWith(":"))) {
            line = lines.readLine();
        }
        assertThat(line).startsWith(prefix + "{");
        return mapper.readTree(line.substring(prefix.length()));
    }

    private static List<String> rest(BufferedReader lines) {
        return lines.lines()
                .filter(line -> !line.isEmpty() && !line.startsWith(":"))
                .toList();
    }

    /** Sends more than sockets hold, and what should not be sent. */
    @Hidden
    @RestController
    static class Flood {

        private static final int EVENTS = 64;

        private final AtomicBoolean abandoned = new AtomicBoolean();
        private final ConnectionLoop loop;
        private final JsonMapper mapper;

        Flood(ConnectionLoop loop, JsonMapper mapper) {
            this.loop = loop;
            this.mapper = mapper;
        }

        @GetMapping("/flood")
        void flood(HttpServletRequest request, HttpServletResponse response) throws IOException {
            EventStream stream = new EventStream(loop, mapper, EventFormat.PLAIN);
            stream.open(request, response, () -> abandoned.set(true));
            String event = "x".repeat(1 << 20);
            for (int i = 0; i < EVENTS; i++) {
                loop.execute(() -> stream.send(event));
            }
        }

        /** Ends before it is opened, and has one event after the end. */
        @GetMapping("/late")
        void late(HttpServletRequest request, HttpServletResponse response) throws IOException {
            EventStream stream = new EventStream(loop, mapper, EventFormat.TERMINATED);
            loop.execute(() -> stream.send("in time"));
            loop.execute(stream::end);
            loop.execute(() -> stream.send("late"));
            stream.open(request, response, () -> abandoned.set(true));
        }

        /** Has a response that cannot be written to. */
        @GetMapping("/unopened")
        void unopened(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter();
            new EventStream(loop, mapper, EventFormat.PLAIN).open(request, response, () -> abandoned.set(true));
        }
    }
}
