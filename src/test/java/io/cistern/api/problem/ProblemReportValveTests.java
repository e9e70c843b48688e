package io.cistern.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.api.RawClient;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The valve in a container that stops taking requests while they arrive, as it does when the service ends. */
class ProblemReportValveTests {

    private static final String HEADERS = "Host: localhost\r\n\r\n";

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector(PausingProtocol.class.getName());

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        tomcat.setBaseDir(folder.toString());
        connector.setPort(0);
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(ProblemReportValve.class.getName());
        Tomcat.addServlet(context, "greeter", new Greeter());
        context.addServletMappingDecoded("/*", "greeter");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /health HTTP/1.1\r\n" + HEADERS,
                "GET /health HTTP/1.0\r\n\r\n",
                "POST /generate HTTP/1.1\r\nContent-Length: 2\r\n" + HEADERS + "{}",
                "GET http://localhost/health HTTP/1.1\r\n" + HEADERS
            })
    void aRequestLineThatComesWhileTheConnectorPausesIsToldToComeBack(String request) throws Exception {
        String answer = answerAtThePause(request);
        assertThat(answer)
                .startsWith("HTTP/1.1 503")
                .contains("Retry-After: 5\r\n")
                .containsOnlyOnce("Connection: close\r\n")
                .contains("application/problem+json")
                .contains("urn:cistern:problem:shutting-down")
                .contains("the service is shutting down");
    }

    @Test
    void itIsToldInTheShapeOfItsRoute() throws Exception {
        assertThat(answerAtThePause("GET /v1/models HTTP/1.1\r\n" + HEADERS))
                .startsWith("HTTP/1.1 503")
                .contains("Retry-After: 5\r\n")
                .contains("\"code\":\"shutting_down\"");
    }

    @Test
    void theSecondRequestOfAConnectionIsToldToComeBackToo() throws Exception {
        try (RawClient client = greeted()) {
            protocol().pauseAfterNextLook = true;
            assertThat(client.send("GET / HTTP/1.1\r\n" + HEADERS).readTo("nothing more"))
                    .startsWith("HTTP/1.1 503")
                    .contains("Retry-After: 5\r\n");
        }
    }

    @Test
    void aConnectionIsClosedWithoutAnAnswerToWhatComesAfterThePause() throws Exception {
        try (RawClient client = greeted()) {
            connector.pause();
            assertThat(answerOrEnd(client, "GET / HTTP/1.1\r\n" + HEADERS)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "15, 2", "18, 3"})
    void soIsOneWhoseRequestWasNotWholeAtThePause(int arrived, int looksAtIt) throws Exception {
        String request = "GET / HTTP/1.1\r\n" + HEADERS;
        try (RawClient client = new RawClient(connector.getLocalPort())) {
            client.send(request.substring(0, arrived));
            protocol().looks.acquire(looksAtIt);
            connector.pause();
            assertThat(answerOrEnd(client, request.substring(arrived))).isEmpty();
        }
    }

    @Test
    void beforeThePauseWhatIsNotHttpIsMalformed() throws Exception {
        try (RawClient client = new RawClient(connector.getLocalPort()).send("GET / HTTP/1.1\r\n\r\n")) {
            assertThat(client.readTo("nothing more"))
                    .startsWith("HTTP/1.1 400")
                    .contains("malformed-request")
                    .doesNotContain("Retry-After");
        }
    }

    private String answerAtThePause(String request) throws Exception {
        protocol().pauseAfterNextLook = true;
        try (RawClient client = new RawClient(connector.getLocalPort()).send(request)) {
            return client.readTo("nothing more");
        }
    }

    /** Returns what a connection still gives; nothing where it is closed, also when that resets it. */
    private static String answerOrEnd(RawClient client, String request) throws IOException {
        try {
            return client.send(request).readTo("nothing more");
        } catch (SocketException reset) {
            return "";
        }
    }

    private RawClient greeted() throws Exception {
        RawClient client = new RawClient(connector.getLocalPort()).send("GET / HTTP/1.1\r\n" + HEADERS);
        assertThat(client.readTo("hello")).startsWith("HTTP/1.1 200");
        return client;
    }

    private PausingProtocol protocol() {
        return (PausingProtocol) connector.getProtocolHandler();
    }

    /** Pauses, if it is asked to, right after a worker saw that it does not and before the worker reads a request line. */
    public static final class PausingProtocol extends Http11NioProtocol {

        private final Semaphore looks = new Semaphore(0);
        private volatile boolean pauseAfterNextLook;

        @Override
        public boolean isPaused() {
            boolean paused = super.isPaused();
            if (pauseAfterNextLook) {
                pauseAfterNextLook = false;
                getEndpoint().pause();
            }
            looks.release();
            return paused;
        }
    }

    private static final class Greeter extends HttpServlet {

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().write("hello");
        }
    }
}
