package io.cistern.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Refuses compressed bodies, which would be read as if they were not compressed. */
final class ContentEncodingFilter extends OncePerRequestFilter {

    private static final String IDENTITY = "identity";

    private final HandlerExceptionResolver problems;

    ContentEncodingFilter(HandlerExceptionResolver problems) {
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        List<String> encodings = Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING));
        if (encodings.stream().allMatch(IDENTITY::equalsIgnoreCase)) {
            chain.doFilter(request, response);
        } else {
            problems.resolveException(request, response, null, unsupported(String.join(", ", encodings)));
        }
    }

    private static ErrorResponseException unsupported(String encoding) {
        ProblemDetail detail = ProblemDetail.forStatusAndDetail(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "Content-Encoding '%s' is not supported: send the body as it is".formatted(encoding));
        ErrorResponseException failure = new ErrorResponseException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail, null);
        failure.getHeaders().set(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
        return failure;
    }
}
