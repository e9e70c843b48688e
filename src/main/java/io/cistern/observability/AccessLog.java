package io.cistern.observability;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.http.server.observation.ServerRequestObservationContext;

/**
 * Writes a line for each request that ended, with the route's pattern instead of the address: of what the client wrote
 * it has the id only, whose letters are harmless. Requests to Actuator are left out. In a structured log the facts are
 * fields.
 */
final class AccessLog implements ObservationHandler<ServerRequestObservationContext> {

    private static final Logger log = LoggerFactory.getLogger(AccessLog.class);

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ServerRequestObservationContext;
    }

    @Override
    public void onStart(ServerRequestObservationContext context) {
        context.put(AccessLog.class, System.nanoTime());
    }

    @Override
    public void onStop(ServerRequestObservationContext context) {
        HttpServletRequest request = context.getCarrier();
        HttpServletResponse response = context.getResponse();
        String route = context.getPathPattern();
        if (request != null && response != null && (route == null || !route.startsWith("/actuator"))) {
            try (MDC.MDCCloseable id = MDC.putCloseable(RequestId.LOG_KEY, response.getHeader(RequestId.HEADER))) {
                write(request.getMethod(), route, response.getStatus(), context);
            }
        }
    }

    private static void write(
            String method, @Nullable String route, int status, ServerRequestObservationContext context) {
        long milliseconds = duration(context).toMillis();
        LoggingEventBuilder line = log.atInfo()
                .addKeyValue("http.request.method", method)
                .addKeyValue("http.route", route)
                .addKeyValue("http.response.status_code", status)
                .addKeyValue("duration_ms", milliseconds);
        String text =
                "%s %s: %d in %d ms".formatted(method, route == null ? "(no route)" : route, status, milliseconds);
        RequestSummary summary = context.get(RequestSummary.class);
        if (summary == null) {
            line.log(text);
        } else {
            withFields(line, summary).log(text + ", " + summary.text());
        }
    }

    private static LoggingEventBuilder withFields(LoggingEventBuilder line, RequestSummary summary) {
        return line.addKeyValue("gen_ai.request.model", summary.model())
                .addKeyValue("outcome", summary.outcome().name())
                .addKeyValue("reason", summary.outcome().reason())
                .addKeyValue("gen_ai.usage.input_tokens", summary.usage().inputTokens())
                .addKeyValue("gen_ai.usage.output_tokens", summary.usage().outputTokens());
    }

    private static Duration duration(ServerRequestObservationContext context) {
        Long started = context.get(AccessLog.class);
        return started == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - started);
    }
}
