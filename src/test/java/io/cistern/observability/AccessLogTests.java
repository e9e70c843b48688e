package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;
import org.springframework.http.server.observation.ServerRequestObservationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class AccessLogTests {

    private final Logger logger = (Logger) LoggerFactory.getLogger(AccessLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ObservationRegistry observations = ObservationRegistry.create();
    private final MockHttpServletResponse response = new MockHttpServletResponse();

    @BeforeEach
    void listen() {
        observations.observationConfig().observationHandler(new AccessLog());
        logger.setLevel(Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
    }

    @Test
    void aRequestToAModelLeavesOneLineWithItsId() {
        response.setHeader("X-Request-Id", "abc-1");
        response.setStatus(200);
        ServerRequestObservationContext context = context("/models/{model}/generate");
        RequestUsage usage = new RequestUsage(17, 10, 10);
        context.put(RequestSummary.class, new RequestSummary("g2p-en", new Outcome("ok", "none"), usage));
        observe(context);

        ILoggingEvent line = onlyLine();
        assertThat(line.getFormattedMessage())
                .matches("POST /models/\\{model}/generate: 200 in \\d+ ms, g2p-en ok, 17 tokens in, 10 out");
        assertThat(line.getMDCPropertyMap()).containsEntry("requestId", "abc-1");
        assertThat(line.getKeyValuePairs().stream().collect(Collectors.toMap(pair -> pair.key, AccessLogTests::value)))
                .containsEntry("http.request.method", "POST")
                .containsEntry("http.route", "/models/{model}/generate")
                .containsEntry("http.response.status_code", 200)
                .containsEntry("gen_ai.request.model", "g2p-en")
                .containsEntry("outcome", "ok")
                .containsEntry("reason", "none")
                .containsEntry("gen_ai.usage.input_tokens", 17)
                .containsEntry("gen_ai.usage.output_tokens", 10)
                .containsKey("duration_ms");
    }

    @Test
    void aRequestWithoutARouteIsNotQuoted() {
        response.setStatus(404);
        observe(context(null));

        assertThat(onlyLine().getFormattedMessage()).matches("POST \\(no route\\): 404 in \\d+ ms");
    }

    @Test
    void probesAndScrapesLeaveNone() {
        observe(context("/actuator/prometheus"));
        observe(context("/actuator/health/**"));

        assertThat(lines.list).isEmpty();
    }

    private ILoggingEvent onlyLine() {
        assertThat(lines.list).hasSize(1);
        return lines.list.get(0);
    }

    private static Object value(KeyValuePair pair) {
        return pair.value;
    }

    private ServerRequestObservationContext context(String route) {
        MockHttpServletRequest request = new MockHttpServletRequest("POST", "/user/text");
        ServerRequestObservationContext context = new ServerRequestObservationContext(request, response);
        context.setPathPattern(route);
        return context;
    }

    private void observe(ServerRequestObservationContext context) {
        Observation.start("http.server.requests", () -> context, observations).stop();
    }
}
