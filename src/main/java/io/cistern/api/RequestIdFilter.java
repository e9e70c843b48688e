package io.cistern.api;

import io.cistern.observability.RequestId;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/** Gives every request an id, the client's own if it is harmless in a log, and sends it back. */
final class RequestIdFilter extends OncePerRequestFilter {

    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

    /** What is logged while an answer that was waited for is written belongs to the request too. */
    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String id = id(request);
        request.setAttribute(RequestId.HEADER, id);
        response.setHeader(RequestId.HEADER, id);
        try (MDC.MDCCloseable closed = MDC.putCloseable(RequestId.LOG_KEY, id)) {
            chain.doFilter(request, response);
        }
    }

    private static String id(HttpServletRequest request) {
        if (request.getAttribute(RequestId.HEADER) instanceof String known) {
            return known;
        }
        String given = request.getHeader(RequestId.HEADER);
        return given != null && HARMLESS.matcher(given).matches()
                ? given
                : UUID.randomUUID().toString();
    }
}
