package io.cistern.api.problem;

import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
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

    private static final String NOT_HTTP = "the request line or a header is not what HTTP/1.1 allows";

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
        ResponseEntity<Object> answer = renderer.render(problem(response.getStatus()), request);
        response.setStatus(answer.getStatusCode().value());
        response.setContentType(String.valueOf(answer.getHeaders().getContentType()));
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

    /** A version of HTTP and an encoding of the transfer that are not known are no faults of the service. */
    private static Problem problem(int status) {
        ProblemType type = ProblemType.of(status == 501 || status == 505 ? 400 : status);
        return new Problem(type, type == ProblemType.MALFORMED_REQUEST ? NOT_HTTP : type.title());
    }
}
