package io.cistern.api.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/** Gives a problem the shape that the clients of a route understand. */
public final class ProblemRenderer {

    ResponseEntity<Object> render(Throwable failure, HttpServletRequest request) {
        return render(Problems.of(failure, parametersOf(request)), request);
    }

    ResponseEntity<Object> render(Problem problem, HttpServletRequest request) {
        String path = path(request);
        ProblemType type = problem.type();
        HttpStatus status = isBelow("/v1", path) ? type.openAiStatus() : type.status();
        boolean json = isBelow("/v1", path) || isBelow("/v2", path);
        HttpHeaders headers = new HttpHeaders();
        headers.addAll(problem.headers());
        headers.setContentType(json ? MediaType.APPLICATION_JSON : MediaType.APPLICATION_PROBLEM_JSON);
        return ResponseEntity.status(status).headers(headers).body(body(problem, path));
    }

    /**
     * Returns what exceptions are told as on the route of a request, for events in a stream that has begun. What is
     * logged of them belongs to the request, whose thread this is.
     */
    public Function<Throwable, Object> bodies(HttpServletRequest request) {
        String path = path(request);
        String parameters = parametersOf(request);
        Map<String, String> context = Objects.requireNonNullElse(MDC.getCopyOfContextMap(), Map.of());
        return failure -> {
            MDC.setContextMap(context);
            try {
                return body(Problems.of(failure, parameters), path);
            } finally {
                MDC.clear();
            }
        };
    }

    /** Returns what stands before the name of a parameter in the JSON of a request. */
    private static String parametersOf(HttpServletRequest request) {
        Object handler = request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
        ParametersAt place = handler instanceof HandlerMethod route ? parametersOf(route) : null;
        return place == null ? "" : place.value() + ".";
    }

    private static @Nullable ParametersAt parametersOf(HandlerMethod route) {
        ParametersAt ofMethod = route.getMethodAnnotation(ParametersAt.class);
        return ofMethod == null ? route.getBeanType().getAnnotation(ParametersAt.class) : ofMethod;
    }

    private static Object body(Problem problem, String path) {
        if (isBelow("/v1", path)) {
            return OpenAiError.of(problem);
        }
        return isBelow("/v2", path) ? new InferenceError(problem.detail()) : problemDetail(problem, path);
    }

    private static boolean isBelow(String root, String path) {
        return path.startsWith(root) && (path.length() == root.length() || path.charAt(root.length()) == '/');
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
        String uri = failed == null ? Objects.requireNonNullElse(request.getRequestURI(), "") : failed.toString();
        return uri.substring(request.getContextPath().length());
    }
}
