package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole application with tracing on, and a collector that keeps what it is sent. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "cistern.models[0].id=echo",
            "cistern.models[0].path=config",
            "cistern.capacity.max-batch-size=3",
            "cistern.capacity.max-cache-length=32",
            "cistern.capacity.max-encoder-length=16",
            "management.tracing.export.enabled=true",
            "management.opentelemetry.tracing.export.schedule-delay=20ms"
        })
@Import(WithoutEngine.class)
class TracingTests {

    private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

    private static final Queue<Export> exports = new ConcurrentLinkedQueue<>();
    private static final HttpServer collector = startCollector();

    @LocalServerPort
    private int port;

    /** One message to the collector: an ExportTraceServiceRequest in protobuf, whose strings stand in it as they are. */
    private record Export(String path, String contentType, String body) {}

    @DynamicPropertySource
    static void endpoint(DynamicPropertyRegistry registry) {
        registry.add(
                "management.opentelemetry.tracing.export.otlp.endpoint",
                () -> "http://localhost:%d/v1/traces"
                        .formatted(collector.getAddress().getPort()));
    }

    @AfterAll
    static void stopCollector() {
        collector.stop(0);
    }

    @Test
    void theTraceOfARequestReachesTheCollectorAndCarriesNoText() throws Exception {
        String answer = generate("letters");

        await().until(() -> exports.stream().anyMatch(export -> export.body().contains("http post /generate")));
        assertThat(answer).contains("letters");
        assertThat(exports).allSatisfy(export -> {
            assertThat(export.path()).isEqualTo("/v1/traces");
            assertThat(export.contentType()).isEqualTo("application/x-protobuf");
            assertThat(export.body()).doesNotContain("letters");
        });
        assertThat(exports)
                .anySatisfy(export -> assertThat(export.body()).contains("cistern", "http post /generate", traceId()));
    }

    private String generate(String input) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:%d/generate".formatted(port)))
                .header("Content-Type", "application/json")
                .header("traceparent", "00-%s-b7ad6b7169203331-01".formatted(TRACE_ID))
                .POST(BodyPublishers.ofString("{\"inputs\":\"%s\"}".formatted(input)))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }

    /** The sixteen bytes of the trace id, in the characters that the body was read as. */
    private static String traceId() {
        byte[] bytes = new byte[TRACE_ID.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(TRACE_ID.substring(2 * i, 2 * i + 2), 16);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static HttpServer startCollector() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", TracingTests::keep);
            server.start();
            return server;
        } catch (IOException ex) {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private static void keep(HttpExchange exchange) throws IOException {
        try (exchange) {
            exports.add(new Export(
                    exchange.getRequestURI().getPath(),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1)));
            exchange.sendResponseHeaders(200, -1);
        }
    }
}
