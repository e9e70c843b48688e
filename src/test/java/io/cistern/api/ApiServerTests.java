package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;

import io.cistern.serving.GenerationService;
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
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    @CsvSource({"1000, 408", "3000000, 413"})
    void aBodyThatDripsIsNotReadForEver(int length, int status) throws Exception {
        try (RawClient drip = new RawClient(port)) {
            drip.send(
                    "POST /generate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{"
                            .formatted(length));
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> !drip.takes(" "));
            assertThat(drip.readTo("\r\n\r\n")).contains("HTTP/1.1 " + status);
        }
    }

    @Test
    void aBodyThatStopsIsNotWaitedFor() throws Exception {
        try (RawClient stopping = new RawClient(port)) {
            stopping.send(
                    "POST /generate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
            assertThat(stopping.readTo("\r\n\r\n")).contains("HTTP/1.1 408").contains("Connection: close");
        }
    }

    @Test
    void tooManyPartsAndNoBoundaryAreRefused() throws Exception {
        assertThat(multipart("multipart/form-data", "").statusCode()).isIn(400, 415);
        String part = "--b\r\nContent-Disposition: form-data; name=\"inputs\"\r\n\r\nhi\r\n";
        assertThat(multipart("multipart/form-data; boundary=b", part.repeat(60) + "--b--\r\n")
                        .statusCode())
                .isIn(413, 415);
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
