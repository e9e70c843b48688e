package io.cistern.api;

import io.cistern.api.problem.InvalidRequestException;
import io.cistern.api.problem.Violations;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Refuses what a query asks of a route that reads its body only. It would have no effect, and the answer would be another
 * than the one that was asked for.
 */
final class QueryInterceptor implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String query = request.getQueryString();
        if (query != null
                && handler instanceof HandlerMethod route
                && HttpMethod.POST.matches(request.getMethod())
                && request.getDispatcherType() == DispatcherType.REQUEST) {
            check(query, readBy(route));
        }
        return true;
    }

    private static List<String> readBy(HandlerMethod route) {
        ReadsQuery reads = route.getMethodAnnotation(ReadsQuery.class);
        return reads == null ? List.of() : List.of(reads.value());
    }

    private static void check(String query, List<String> read) {
        UriComponentsBuilder.newInstance().query(query).build().getQueryParams().forEach((name, values) -> {
            if (!read.contains(name)) {
                throw new InvalidRequestException(name, values.get(0), problem(read));
            }
            new Violations()
                    .requireOnce(name, values.get(values.size() - 1), values.size())
                    .raise();
        });
    }

    private static String problem(List<String> read) {
        return read.isEmpty()
                ? "is in the query, which is not read: fields belong into the body"
                : "is in the query, which takes %s only: parameters belong into a body of JSON"
                        .formatted(String.join(", ", read));
    }
}
