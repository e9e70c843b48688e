package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;

import ch.qos.logback.classic.Level;
import io.cistern.serving.GenerationService;
import io.cistern.testing.LoggedLines;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What only a real server shows: the wire, the error page and the description of the API. */
@ApiServerTest
class ApiServerTests {

    private static final byte[] LARGE =
            ("{\"inputs\": \"" + "x".repeat(5_000_000) + "\"}").getBytes(StandardCharsets.UTF_8);

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper mapper = new JsonMapper();

    @LocalServerPort
    private int port;

    @Autowired
    private GenerationService service;

    @Autowired
    private MeterRegistry meters;

    @BeforeEach
    void answerWithOneOutput() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 1, null)));
    }

    @Test
    void aLargeBodyIsRefusedWithAndWithoutItsLengthAndTheNextRequestWorks() throws Exception {
        assertThat(post("/generate", BodyPublishers.ofByteArray(LARGE)).statusCode())
                .isEqualTo(413);
        HttpResponse<String> chunked =
                post("/generate", BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(LARGE)));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(chunked.body()).contains("urn:cistern:problem:payload-too-large");
        assertThat(post("/generate", BodyPublishers.ofString("{\"inputs\": \"hi\"}"))
                        .body())
                .isEqualTo("{\"generated_text\":\"H\"}");
    }

    @ParameterizedTest
    @MethodSource("unfinished")
    void aBodyThatStopsIsNotWaitedFor(String path, String rest) throws Exception {
        try (RawClient stopping = stopping(path, rest)) {
            String answer = stopping.readTo("nothing more");
            assertThat(answer)
                    .contains("HTTP/1.1 408", "the body came too slowly", "server.tomcat.connection-timeout")
                    .containsOnlyOnce("Connection: close");
        }
    }

    static Stream<Arguments> unfinished() {
        return Stream.of(
                arguments("/generate", "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"),
                arguments("/asr", "Content-Type: audio/wav\r\nContent-Length: 9\r\n\r\nR"),
                arguments(
                        "/v1/audio/transcriptions",
                        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99\r\n\r\n--b\r\n"
                                + "Content-Disposition: form-data; name=\"file\"\r\n\r\nR"));
    }

    @Test
    void moreUploadsThanThereAreThreadsForAreRefusedAtOnce() throws Exception {
        List<RawClient> stopping = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            stopping.add(stopping("/generate", "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"));
        }
        List<String> answers = new ArrayList<>();
        for (RawClient client : stopping) {
            answers.add(client.readTo("nothing more"));
            client.close();
        }
        assertThat(answers).allMatch(answer -> answer.contains("HTTP/1.1 408") || answer.contains("HTTP/1.1 429"));
        assertThat(answers)
                .filteredOn(answer -> answer.contains("HTTP/1.1 429"))
                .isNotEmpty()
                .allSatisfy(answer -> assertThat(answer)
                        .contains("urn:cistern:problem:overloaded", "10 bodies are on their way", "threads.max")
                        .containsOnlyOnce("Retry-After: 5")
                        .containsOnlyOnce("Connection: close"));
    }

    @ParameterizedTest
    @MethodSource("unfinished")
    void aClientThatLeavesWhileItSendsLeavesNoTrace(String path, String rest) throws Exception {
        long left = requests("4..");
        long failed = requests("5..");
        try (LoggedLines lines = new LoggedLines()) {
            stopping(path, rest).close();
            await().atMost(Duration.ofSeconds(20)).until(() -> requests("4..") == left + 1);
            assertThat(lines.soFar())
                    .filteredOn(
                            line -> line.getLevel().isGreaterOrEqual(Level.WARN) || line.getThrowableProxy() != null)
                    .isEmpty();
        }
        assertThat(requests("5..")).isEqualTo(failed);
    }

    private long requests(String status) {
        return meters.find("http.server.requests").timers().stream()
                .filter(timer -> String.valueOf(timer.getId().getTag("status")).matches(status))
                .mapToLong(Timer::count)
                .sum();
    }

    private RawClient stopping(String path, String rest) throws IOException {
        return new RawClient(port).send("POST %s HTTP/1.1\r\nHost: localhost\r\n%s".formatted(path, rest));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
    void aFormOfAnotherMethodIsNotRead(String method) throws Exception {
        HttpRequest request = request("/generate")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .method(method, BodyPublishers.ofString("inputs=%zz"))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).hasValue("POST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HELLO",
                "GET / HTTP/3.7\r\nHost: localhost\r\n\r\n",
                "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET / HTTP/1.1\r\n\r\n",
                "G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /generate HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                "POST /generate HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n"
            })
    void whatIsNotHttpIsToldSoInJson(String request) throws Exception {
        try (RawClient client = new RawClient(port).send(request + "\r\n\r\n")) {
            String answer = client.readTo("nothing more");
            assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
            JsonNode problem = mapper.readTree(answer.substring(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
            assertThat(problem.at("/type").stringValue()).isEqualTo("urn:cistern:problem:malformed-request");
            assertThat(problem.at("/error_type").stringValue()).isEqualTo("validation");
            assertThat(problem.at("/status").intValue()).isEqualTo(400);
            assertThat(problem.at("/detail").stringValue())
                    .contains(
                            "not what HTTP/1.1 allows",
                            "100 headers",
                            "8192 bytes",
                            "server.max-http-request-header-size");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/generate, application/json, 99999999, 413",
        "/asr, audio/wav, 99999999, 413",
        "/generate, text/plain, 1000, 415",
        "/nowhere, application/json, 1000, 404"
    })
    void whoAsksBeforeSendingIsRefusedAtOnce(String path, String type, int length, int status) throws Exception {
        String ask = "Content-Type: %s\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n".formatted(type, length);
        try (RawClient client = stopping(path, ask)) {
            assertThat(client.readTo("\r\n")).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void whoAsksBeforeSendingIsToldToWhenTheBodyIsRead() throws Exception {
        String ask = "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 16\r\n\r\n";
        try (RawClient client = stopping("/generate", ask)) {
            assertThat(client.readTo("\r\n\r\n")).isEqualTo("HTTP/1.1 100 \r\n\r\n");
            assertThat(client.send("{\"inputs\": \"hi\"}").readTo("}")).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/generate, application/json",
        "/asr, audio/wav",
        "/v1/completions, application/json",
        "/v1/audio/transcriptions, multipart/form-data; boundary=b"
    })
    void chunksThatAreNoneAreAFaultOfTheClient(String path, String type) throws Exception {
        for (String chunks :
                List.of("zz\r\n{}", "-1\r\n{}", "fffffffffffffffff\r\n{}", "1\r\n{}\r\n0\r\n", "0\r\n\1: x")) {
            try (LoggedLines lines = new LoggedLines();
                    RawClient client = stopping(
                            path,
                            "Content-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n%s\r\n\r\n"
                                    .formatted(type, chunks))) {
                assertThat(client.readTo("}")).as(chunks).contains("HTTP/1.1 400", "the body cannot be read");
                assertThat(lines.soFar())
                        .filteredOn(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"/generate, application/json", "/asr, audio/wav", "/v1/completions, application/json"})
    void aCompressedBodyIsRefused(String path, String type) throws Exception {
        HttpResponse<String> response = client.send(
                request(path)
                        .header("Content-Type", type)
                        .header("Content-Encoding", "gzip")
                        .POST(BodyPublishers.ofString("{\"inputs\": \"hi\"}"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.headers().firstValue("Accept-Encoding")).hasValue("identity");
        assertThat(response.body()).contains("Content-Encoding 'gzip' is not supported");
    }

    @Test
    void aBodyThatIsEncodedAsItIsIsRead() throws Exception {
        HttpResponse<String> response = client.send(
                request("/generate")
                        .header("Content-Type", "application/json")
                        .header("Content-Encoding", "identity")
                        .POST(BodyPublishers.ofString("{\"inputs\": \"hi\"}"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void tooManyPartsAndNoBoundaryAreRefused() throws Exception {
        assertThat(multipart("multipart/form-data", "").statusCode()).isIn(400, 415);
        String part = "--b\r\nContent-Disposition: form-data; name=\"inputs\"\r\n\r\nhi\r\n";
        assertThat(multipart("multipart/form-data; boundary=b", part.repeat(60) + "--b--\r\n")
                        .statusCode())
                .isIn(413, 415);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /generate, 405",
        "PUT, /v1/audio/transcriptions, 405",
        "GET, /asr, 405",
        "POST, /nowhere, 404",
        "POST, /generate, 415",
        "POST, /v1/completions, 415",
        "POST, /v1/audio/transcriptions, 400"
    })
    void aFormThatCannotBeReadHidesNoOtherFault(String method, String path, int status) throws Exception {
        HttpRequest request = request(path)
                .header("Content-Type", "multipart/form-data")
                .method(method, BodyPublishers.ofString("junk"))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
    }

    private HttpResponse<String> multipart(String type, String body) throws IOException, InterruptedException {
        HttpRequest request = request("/generate")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    @Test
    void pathsThatTheContainerRefusesShowNoInside() throws Exception {
        for (String path : Set.of("/v1/models/..%2F..%2Fetc%2Fpasswd", "/generate/%00", "/%2e%2e/%2e%2e/etc/passwd")) {
            HttpResponse<String> response = get(path);
            assertThat(response.statusCode()).as(path).isIn(400, 404);
            assertThat(response.body()).as(path).doesNotContain("Exception", "org.apache", "\tat ");
        }
    }

    @Test
    void aPathInAModelsNameIsOnlyAName() throws Exception {
        HttpResponse<String> response = get("/v1/models/..%2F..%2Fetc%2Fpasswd");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(mapper.readTree(response.body()).at("/error/message").stringValue())
                .startsWith("model '../../etc/passwd' is not loaded");
    }

    @Test
    void theErrorPageIsAProblemToo() throws Exception {
        assertThat(get("/error").body()).contains("urn:cistern:problem:not-found");
    }

    @Test
    void theDescriptionPublishesBoundsDefaultsAndExamples() throws Exception {
        JsonNode api = mapper.readTree(get("/v3/api-docs").body());
        assertThat(api.get("paths").propertyNames())
                .contains(
                        "/generate",
                        "/",
                        "/translation",
                        "/summarization",
                        "/tokenize",
                        "/info",
                        "/health",
                        "/v1/models",
                        "/v1/completions");
        JsonNode parameters = api.at("/components/schemas/GenerateParameters/properties");
        assertThat(parameters.at("/top_p/exclusiveMaximum").doubleValue()).isEqualTo(1);
        assertThat(parameters.at("/top_p/minimum").doubleValue()).isEqualTo(1e-6);
        assertThat(parameters.at("/top_n_tokens/maximum").intValue()).isEqualTo(5);
        assertThat(parameters.at("/num_beams/minimum").intValue()).isEqualTo(1);
        assertThat(parameters.at("/stop/maxItems").intValue()).isEqualTo(4);
        assertThat(parameters.at("/stop/items/maxLength").intValue()).isEqualTo(256);
        assertThat(api.at("/paths/~1generate/post/requestBody/content/application~1json/examples")
                        .propertyNames())
                .contains("greedy", "beams", "sampling");
        assertThat(api.at("/components/schemas/GenerateRequest/required/0").stringValue())
                .isEqualTo("inputs");
    }

    @Test
    void theDescriptionTellsNullsAndRefusedTypes() throws Exception {
        JsonNode api = mapper.readTree(get("/v3/api-docs").body());

        assertThat(api.at("/components/schemas/Info/properties/model_sha/type").toString())
                .contains("string", "null");
        assertThat(api.at("/components/schemas/GenerateRequest/properties/inputs")
                        .toString())
                .doesNotContain("null");
        assertThat(api.at("/components/schemas/CompletionRequest/properties/stop/anyOf/0/type")
                        .toString())
                .contains("string");
        for (String path : Set.of("~1generate", "~1tokenize", "~1v1~1completions")) {
            assertThat(api.at("/paths/" + path + "/post/responses/415").has("description"))
                    .as(path)
                    .isTrue();
        }
    }

    @Test
    void theDescriptionTellsWhatEveryRouteMayRefuse() throws Exception {
        JsonNode api = mapper.readTree(get("/v3/api-docs").body());
        for (String path :
                Set.of("~1generate", "~1tokenize", "~1v1~1completions", "~1v1~1audio~1translations", "~1asr")) {
            assertThat(api.at("/paths/" + path + "/post/responses").propertyNames())
                    .as(path)
                    .contains("400", "401", "404", "408", "413", "415", "429", "500", "503", "504");
        }
        assertThat(api.at("/paths/~1v1~1completions/post/responses/429/content").propertyNames())
                .isEqualTo(api.at("/paths/~1v1~1completions/post/responses/400/content")
                        .propertyNames());
    }

    @Test
    void everyParameterIsDescribedWithBoundsOrTruthValues() throws Exception {
        JsonNode api = mapper.readTree(get("/v3/api-docs").body());
        for (String schema : Set.of("GenerateParameters", "CompletionRequest", "Text2TextParameters")) {
            JsonNode properties = api.at("/components/schemas/" + schema + "/properties");
            properties
                    .properties()
                    .forEach(property -> assertThat(property.getValue().has("description"))
                            .as("%s.%s", schema, property.getKey())
                            .isTrue());
        }
    }

    @Test
    void theUserInterfaceIsServed() throws Exception {
        HttpResponse<String> page = get("/swagger-ui.html");
        assertThat(page.statusCode()).isEqualTo(302);
        assertThat(get(page.headers().firstValue("Location").orElseThrow()).body())
                .contains("swagger-ui");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).GET().build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .POST(body)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port).resolve(path));
    }

    /** The HTTP surface alone; nested in a test, so that no other test finds it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @ComponentScan
    @Import(MockedModel.class)
    static class Application {}
}
