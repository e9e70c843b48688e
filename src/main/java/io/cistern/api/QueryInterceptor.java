package io.cistern.api;

import io.cistern.api.problem.InvalidRequestException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.regex.Pattern;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Refuses what a query asks of a route that reads its body only. It would have no effect, and the answer would be another
 * than the one that was asked for.
 */
final class QueryInterceptor implements HandlerInterceptor {

    private static final Pattern NAMES_MODEL = Pattern.compile("/asr(/[^/]*)?");

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query != null
                && HttpMethod.POST.matches(request.getMethod())
                && request.getDispatcherType() == DispatcherType.REQUEST) {
            check(query, path(request));
        }
        return true;
    }

    private static String path(HttpServletRequest request) {
        return request.getRequestURI().substring(request.getContextPath().length());
    }

    private static void check(String query, String path) {
        boolean namesModel = NAMES_MODEL.matcher(path).matches();
        UriComponentsBuilder.newInstance().query(query).build().getQueryParams().forEach((name, values) -> {
            if (!(namesModel && name.equals("model"))) {
                throw new InvalidRequestException(
                        name,
                        values.get(0),
                        namesModel
                                ? "is in the query, which takes model only: parameters belong into a body of JSON"
                                : "is in the query, which is not read: fields belong into the body");
            }
        });
    }
}
