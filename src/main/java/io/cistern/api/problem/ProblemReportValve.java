package io.cistern.api.problem;

import io.cistern.serving.ModelUnavailableException;
import io.cistern.serving.ModelUnavailableException.Reason;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers what the container refuses before any filter sees it, such as a request line that is none. Its own answer would
 * be a page of HTML.
 *
 * <p>Tomcat makes it by name, with the constructor without arguments.
 */
public final class ProblemReportValve extends ErrorReportValve {

    private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

    private static final String NOT_HTTP =
            "the request line or a header is not what HTTP/1.1 allows, or there are more than %d headers or %d bytes of all (server.max-http-request-header-size)";

    private final ProblemRenderer renderer = new ProblemRenderer();
    private final JsonMapper mapper = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        if (response.getStatus() >= 400
                && response.getContentWritten() == 0
                && response.setErrorReported()
                && canWrite(response)) {
            write(request, response);
        }
    }

    private static boolean canWrite(Response response) {
        AtomicBoolean allowed = new AtomicBoolean();
        response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, allowed);
        return allowed.get();
    }

    private void write(Request request, Response response) {
        ResponseEntity<Object> answer = renderer.render(problem(request, response.getStatus()), request);
        response.setStatus(answer.getStatusCode().value());
        answer.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        response.setCharacterEncoding("UTF-8");
        try {
            Writer writer = response.getReporter();
            if (writer != null) {
                writer.write(mapper.writeValueAsString(answer.getBody()));
                response.finishResponse();
            }
        } catch (IOException gone) {
            log.debug("the client left before it was told its error", gone);
        }
    }

    /**
     * Returns what a request is told that no filter saw. A connector that pauses while it reads a request stops after its
     * first line and misses the headers then: what it reports is no fault of the client.
     */
    private static Problem problem(Request request, int status) {
        AbstractHttp11Protocol<?> protocol =
                (AbstractHttp11Protocol<?>) request.getConnector().getProtocolHandler();
        if (protocol.isPaused() && (status < 500 || status == 503)) {
            return unavailable(Reason.SHUTTING_DOWN);
        }
        return status == 503 ? unavailable(Reason.NOT_READY) : refused(status, protocol);
    }

    private static Problem unavailable(Reason reason) {
        return Problems.of(new ModelUnavailableException(reason, "the service"));
    }

    /** A version of HTTP and an encoding of the transfer that are not known are no faults of the service. */
    private static Problem refused(int status, AbstractHttp11Protocol<?> protocol) {
        ProblemType type = ProblemType.of(status == 501 || status == 505 ? 400 : status);
        return type == ProblemType.MALFORMED_REQUEST
                ? new Problem(
                        type, NOT_HTTP.formatted(protocol.getMaxHeaderCount(), protocol.getMaxHttpRequestHeaderSize()))
                : new Problem(type, type.title());
    }
}
