package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.djl.engine.EngineException;
import io.cistern.observability.WithoutEngine;
import io.cistern.testing.LoggedLines;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole service on a real server, overrun and with a model that fails; the model is plain Java. */
@SpringBootTest(
        properties = {
            "cistern.models[0].id=echo",
            "cistern.models[0].path=config",
            "cistern.capacity.max-batch-size=2",
            "cistern.capacity.max-cache-length=32",
            "cistern.capacity.max-encoder-length=16",
            "cistern.queue-capacity=3"
        },
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@Import(WithoutEngine.class)
class FaultServerTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int Z = 'z' - 'a' + 2;

    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonMapper mapper = new JsonMapper();
    private final CountDownLatch stepping = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    @LocalServerPort
    private int port;

    @Autowired
    private EchoSource source;

    @Autowired
    @Qualifier("echo.loop")
    private DecodeLoop loop;

    private EchoModel model;

    @BeforeEach
    void findModel() {
        model = source.model("config");
    }

    @AfterEach
    void letGo() {
        opened.countDown();
        model.beforeDecode = inputs -> {};
        model.beforeEncode = inputs -> {};
    }

    @Test
    void aFullQueueRefusesBeforeAnythingIsReadOrComputed() throws Exception {
        holdSteps();
        CompletableFuture<HttpResponse<String>> running = ask("/generate", "{\"inputs\": [\"abc\", \"de\"]}");
        awaitStep();
        CompletableFuture<HttpResponse<String>> waiting = ask("/generate", "{\"inputs\": [\"f\", \"g\"]}");
        CompletableFuture<HttpResponse<String>> alsoWaiting = ask("/generate", "{\"inputs\": [\"h\"]}");
        await().atMost(PATIENCE).until(() -> loop.queueSize() == 3);
        int tokenized = source.tokenizer().encoded.get();
        int passes = model.passes.get();

        HttpResponse<String> refused = post("/generate", "{\"inputs\": \"ij\"}");
        HttpResponse<String> refusedByOpenAi = post("/v1/completions", "{\"prompt\": \"ij\"}");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 30L);
        assertThat(body(refused).at("/type").stringValue()).isEqualTo("urn:cistern:problem:overloaded");
        assertThat(body(refused).at("/error_type").stringValue()).isEqualTo("overloaded");
        assertThat(body(refused).at("/detail").stringValue()).contains("3 of 3", "cistern.queue-capacity");
        assertThat(refusedByOpenAi.statusCode()).isEqualTo(429);
        assertThat(refusedByOpenAi.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 30L);
        assertThat(body(refusedByOpenAi).at("/error/type").stringValue()).isEqualTo("rate_limit_error");
        assertThat(source.tokenizer().encoded).as("texts that were tokenized").hasValue(tokenized);
        assertThat(model.passes).as("passes of the encoder").hasValue(passes);

        opened.countDown();
        assertTexts(running, "abc", "de");
        assertTexts(waiting, "f", "g");
        assertTexts(alsoWaiting, "h");
        assertThat(post("/generate", "{\"inputs\": \"ij\"}").body()).isEqualTo("{\"generated_text\":\"ij\"}");
    }

    @Test
    void aFailureOfTheEngineFailsItsRequestAndNoOther() throws Exception {
        holdSteps();
        CompletableFuture<HttpResponse<String>> other = ask("/generate", "{\"inputs\": [\"abc\"]}");
        awaitStep();
        model.beforeEncode = inputs -> {
            if (inputs.stream()
                    .anyMatch(input -> Arrays.stream(input.tokenIds()).anyMatch(id -> id == Z))) {
                throw new EngineException("secret");
            }
        };
        CompletableFuture<HttpResponse<String>> failing = ask("/generate", "{\"inputs\": \"zz\"}");
        await().atMost(PATIENCE).until(() -> loop.queueSize() == 1);
        opened.countDown();

        HttpResponse<String> failed = failing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(body(failed).at("/type").stringValue()).isEqualTo("urn:cistern:problem:generation");
        assertThat(body(failed).at("/error_type").stringValue()).isEqualTo("generation");
        assertThat(failed.body()).doesNotContain("secret");
        assertTexts(other, "abc");
        model.beforeEncode = inputs -> {};
        assertThat(post("/generate", "{\"inputs\": \"zz\"}").body()).isEqualTo("{\"generated_text\":\"zz\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/generate | {\"inputs\": \"ab\"} | /error_type | generation",
                "/translation | {\"inputs\": \"ab\"} | /error_type | generation",
                "/v1/completions | {\"prompt\": \"ab\"} | /error/type | server_error",
                "/v2/models/echo/generate | {\"text_input\": \"ab\"} | /error | the computation failed; the log of the service says why"
            })
    void afterAFailureTheNextRequestIsAnswered(String route, String request, String field, String value)
            throws Exception {
        model.beforeDecode = inputs -> {
            throw new EngineException("secret");
        };
        HttpResponse<String> failed = post(route, request);
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(body(failed).at(field).stringValue()).isEqualTo(value);
        assertThat(failed.body()).doesNotContain("secret");

        model.beforeDecode = inputs -> {};
        HttpResponse<String> answered = post(route, request);
        assertThat(answered.statusCode()).isEqualTo(200);
        assertThat(answered.body()).contains("\"ab\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/generate", "/generate_stream"})
    void aFailureIsLoggedOnceWithTheIdOfItsRequest(String route) throws Exception {
        model.beforeDecode = inputs -> {
            throw new EngineException("broken");
        };
        try (LoggedLines lines = new LoggedLines()) {
            HttpResponse<String> failed = post(route, "{\"inputs\": \"ab\"}");
            assertThat(failed.body()).contains("the computation failed");
            assertThat(lines.soFar())
                    .filteredOn(line -> line.getThrowableProxy() != null)
                    .singleElement()
                    .satisfies(line -> assertThat(line.getMDCPropertyMap())
                            .containsEntry(
                                    "requestId",
                                    failed.headers().firstValue("X-Request-Id").orElseThrow()));
        }
    }

    @Test
    void asManyTokensAreListedAsAFullBatchHas() throws Exception {
        assertThat(body(post("/tokenize", "{\"inputs\": \"%s\"}".formatted("a".repeat(32)))))
                .as("one text that is too long for /generate")
                .hasSize(32);
        JsonNode counted = body(post("/tokenize", "{\"inputs\": [\"abc\", \"%s\"]}".formatted("a".repeat(30))));
        assertThat(counted.at("/type").stringValue()).isEqualTo("urn:cistern:problem:validation");
        assertThat(counted.at("/error").stringValue())
                .startsWith("inputs holds 33 tokens; at most 32 are listed, those of 2 rows of 16 (");
        JsonNode estimated = body(post("/tokenize", "{\"inputs\": [\"abc\", \"%s\"]}".formatted("a".repeat(70))));
        assertThat(estimated.at("/error").stringValue()).contains("at least 36 tokens", "max-encoder-length");
    }

    private void holdSteps() {
        model.beforeDecode = inputs -> {
            stepping.countDown();
            pass(opened);
        };
    }

    private void awaitStep() {
        pass(stepping);
    }

    private static void pass(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException ex) {
            throw new AssertionError(ex);
        }
    }

    private void assertTexts(CompletableFuture<HttpResponse<String>> asked, String... texts) throws Exception {
        HttpResponse<String> response = asked.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(response.statusCode()).isEqualTo(200);
        List<String> generated = body(response)
                .valueStream()
                .map(answer -> answer.at("/generated_text").stringValue())
                .toList();
        assertThat(generated).containsExactly(texts);
    }

    private JsonNode body(HttpResponse<String> response) {
        return mapper.readTree(response.body());
    }

    private CompletableFuture<HttpResponse<String>> ask(String path, String body) {
        return client.sendAsync(request(path, body), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(request(path, body), BodyHandlers.ofString());
    }

    private HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
    }
}
