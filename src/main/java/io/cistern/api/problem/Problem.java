package io.cistern.api.problem;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** A failure as every client is told of it, before it takes the shape of one protocol. */
record Problem(
        ProblemType type,
        String detail,
        @Nullable String param,
        List<Violation> violations,
        Map<String, Object> facts,
        HttpHeaders headers) {

    Problem(ProblemType type, @Nullable String detail) {
        this(type, detail == null ? type.title() : detail, null, List.of(), Map.of(), HttpHeaders.EMPTY);
    }

    static Problem of(ProblemType type, List<Violation> violations) {
        return of(type, new InvalidRequestException(violations));
    }

    static Problem of(ProblemType type, InvalidRequestException failure) {
        List<Violation> violations = failure.violations();
        Problem problem = new Problem(type, failure.getMessage());
        return new Problem(type, problem.detail, violations.get(0).field(), violations, Map.of(), HttpHeaders.EMPTY);
    }

    Problem withParam(String param) {
        return new Problem(type, detail, param, violations, facts, headers);
    }

    Problem withFacts(Map<String, Object> facts) {
        return new Problem(type, detail, param, violations, facts, headers);
    }

    Problem withHeaders(HttpHeaders headers) {
        return new Problem(type, detail, param, violations, facts, headers);
    }

    Problem retryAfterSeconds(int seconds) {
        HttpHeaders retry = new HttpHeaders();
        retry.set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
        return withHeaders(retry);
    }
}
