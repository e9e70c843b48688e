package io.cistern.api.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/** Gives a problem the shape that the clients of a route understand. */
final class ProblemRenderer {

    ResponseEntity<Object> render(Problem problem, HttpServletRequest request) {
        String path = path(request);
        return path.startsWith("/v1/")
                ? answer(problem, problem.type().openAiStatus(), MediaType.APPLICATION_JSON, OpenAiError.of(problem))
                : answer(
                        problem,
                        problem.type().status(),
                        MediaType.APPLICATION_PROBLEM_JSON,
                        problemDetail(problem, path));
    }

    private static ResponseEntity<Object> answer(Problem problem, HttpStatus status, MediaType type, Object body) {
        HttpHeaders headers = new HttpHeaders();
        headers.addAll(problem.headers());
        headers.setContentType(type);
        return ResponseEntity.status(status).headers(headers).body(body);
    }

    /** Adds {@code error} and {@code error_type}, by which Text Generation Inference's clients recognise an error. */
    private static ProblemDetail problemDetail(Problem problem, String path) {
        ProblemType type = problem.type();
        ProblemDetail detail = ProblemDetail.forStatusAndDetail(type.status(), problem.detail());
        detail.setType(type.uri());
        detail.setTitle(type.title());
        detail.setInstance(instance(path));
        detail.setProperty("error", problem.detail());
        detail.setProperty("error_type", type.errorType());
        if (!problem.violations().isEmpty()) {
            detail.setProperty("errors", problem.violations());
        }
        problem.facts().forEach(detail::setProperty);
        return detail;
    }

    private static @Nullable URI instance(String path) {
        try {
            return URI.create(path);
        } catch (IllegalArgumentException notAUri) {
            return null;
        }
    }

    /** Returns the path as the client sent it, also while the container dispatches to the error page. */
    private static String path(HttpServletRequest request) {
        Object failed = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
        String uri = failed == null ? request.getRequestURI() : failed.toString();
        return uri.substring(request.getContextPath().length());
    }
}
