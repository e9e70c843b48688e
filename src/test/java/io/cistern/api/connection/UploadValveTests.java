package io.cistern.api.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.cistern.api.RawClient;
import io.cistern.api.problem.TooManyUploadsException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.NestedExceptionUtils;

/** The valve in a container of eight threads. */
class UploadValveTests {

    private static final int THREADS = 8;
    private static final int PLACES = 3;
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String WITH_LENGTH = "Content-Length: 1000\r\n\r\n{";
    private static final String IN_CHUNKS = "Transfer-Encoding: chunked\r\n\r\n5";

    private final Tomcat tomcat = new Tomcat();
    private final Reader reader = new Reader();
    private final List<RawClient> clients = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void prepare() {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        protocol().setMaxThreads(THREADS);
        protocol().setConnectionTimeout((int) Duration.ofMinutes(10).toMillis());
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "reader", reader);
        context.addServletMappingDecoded("/*", "reader");
    }

    private AbstractProtocol<?> protocol() {
        return (AbstractProtocol<?>) tomcat.getConnector().getProtocolHandler();
    }

    private void start(Duration limit) throws LifecycleException {
        tomcat.getEngine().getPipeline().addValve(new UploadValve(limit, 100_000, PLACES));
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        for (RawClient client : clients) {
            client.close();
        }
        tomcat.stop();
        tomcat.destroy();
    }

    @ParameterizedTest
    @ValueSource(strings = {WITH_LENGTH, IN_CHUNKS})
    void bodiesThatStopLeaveThreadsForOtherRequests(String start) throws Exception {
        start(Duration.ofMinutes(10));
        for (int i = 0; i < 2 * THREADS; i++) {
            post("/read", start);
        }
        for (int i = PLACES; i < 2 * THREADS; i++) {
            assertThat(nextFailure()).hasRootCauseInstanceOf(TooManyUploadsException.class);
        }
        assertThat(request("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").readTo("\r\n\r\n"))
                .contains("HTTP/1.1 200");
        assertThat(post("/read", "Content-Length: 2\r\n\r\n{}").readTo("\r\n\r\n"))
                .as("a body that came with its request")
                .contains("HTTP/1.1 200");
    }

    @Test
    void bodiesThatNobodyReadsLeaveThreadsToo() throws Exception {
        start(Duration.ofMinutes(10));
        for (int i = 0; i < 2 * THREADS; i++) {
            assertThat(post("/refuse", WITH_LENGTH).readTo("\r\n\r\n")).contains("HTTP/1.1 404");
        }
        assertThat(request("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").readTo("\r\n\r\n"))
                .contains("HTTP/1.1 200");
    }

    @Test
    void aPlaceIsFreeAgainAfterABody() throws Exception {
        start(Duration.ofMinutes(10));
        for (int i = 0; i < 2 * PLACES; i++) {
            RawClient client = post("/read", "Content-Length: 2\r\n\r\n");
            reader.awaitStart();
            assertThat(client.send("{}").readTo("\r\n\r\n")).contains("HTTP/1.1 200");
        }
    }

    @Test
    void aBodyThatDripsIsGivenUp() throws Exception {
        start(Duration.ofSeconds(1));
        RawClient drip = post("/read", WITH_LENGTH);
        awaitTheEndOf(drip);
        assertThat(nextFailure())
                .hasRootCauseInstanceOf(SocketTimeoutException.class)
                .hasRootCauseMessage("it was not complete after PT1S (cistern.upload-timeout)");
    }

    @Test
    void aRefusedBodyThatDripsIsNotReadForEver() throws Exception {
        start(Duration.ofSeconds(1));
        RawClient drip = post("/refuse", WITH_LENGTH);
        awaitTheEndOf(drip);
        assertThat(drip.readTo("\r\n\r\n")).contains("HTTP/1.1 404");
    }

    @Test
    void aBodyThatFailedIsNotReadAgain() throws Exception {
        protocol().setConnectionTimeout(500);
        start(Duration.ofMinutes(10));
        post("/again", WITH_LENGTH);
        assertThat(nextFailure())
                .hasRootCauseMessage("its client was silent (server.tomcat.connection-timeout)")
                .rootCause()
                .isSameAs(NestedExceptionUtils.getRootCause(nextFailure()));
    }

    private static void awaitTheEndOf(RawClient drip) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(50)).until(() -> !drip.takes(" "));
    }

    private IOException nextFailure() throws InterruptedException {
        IOException failure = reader.failures.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(failure).as("a failure").isNotNull();
        return failure;
    }

    private RawClient post(String path, String rest) throws IOException {
        return request("POST %s HTTP/1.1\r\nHost: localhost\r\n%s".formatted(path, rest));
    }

    private RawClient request(String text) throws IOException {
        RawClient client = new RawClient(tomcat.getConnector().getLocalPort());
        clients.add(client);
        return client.send(text);
    }

    /** Reads a body, or refuses it unread. */
    private static final class Reader extends HttpServlet {

        private final BlockingQueue<IOException> failures = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> starts = new LinkedBlockingQueue<>();

        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            starts.add(request.getRequestURI());
            if (request.getRequestURI().equals("/refuse")) {
                response.setStatus(404);
                return;
            }
            try {
                read(request);
            } catch (IOException ex) {
                if (request.getRequestURI().equals("/again")) {
                    read(request);
                }
                throw ex;
            }
        }

        private void read(HttpServletRequest request) throws IOException {
            try {
                request.getInputStream().readAllBytes();
            } catch (IOException ex) {
                failures.add(ex);
                throw ex;
            }
        }

        void awaitStart() throws InterruptedException {
            assertThat(starts.poll(SOON.toSeconds(), TimeUnit.SECONDS)).isNotNull();
        }
    }
}
