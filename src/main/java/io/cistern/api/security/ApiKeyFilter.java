package io.cistern.api.security;

import io.cistern.api.problem.UnauthorizedException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Lets requests pass that carry a key, and health probes; when no keys are configured, everything. */
final class ApiKeyFilter extends OncePerRequestFilter {

    /** Compared with the path as it was sent, so no encoding and no dots lead from here to another route. */
    private static final Pattern HEALTH_PROBE =
            Pattern.compile("/health|/ping|/v2/health/(live|ready)|/actuator/health(/[A-Za-z0-9-]+)*");

    private static final Set<String> LOOKING = Set.of("GET", "HEAD");

    private static final String SCHEME = "Bearer ";

    private final ApiKeys keys;
    private final HandlerExceptionResolver problems;

    ApiKeyFilter(ApiKeys keys, HandlerExceptionResolver problems) {
        this.keys = keys;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        return keys.isEmpty()
                || (LOOKING.contains(request.getMethod())
                        && HEALTH_PROBE.matcher(path).matches());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isKnown(request.getHeader(HttpHeaders.AUTHORIZATION))) {
            chain.doFilter(request, response);
        } else {
            problems.resolveException(request, response, null, new UnauthorizedException());
        }
    }

    private boolean isKnown(@Nullable String authorization) {
        return authorization != null
                && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && keys.contains(authorization.substring(SCHEME.length()).strip());
    }
}
