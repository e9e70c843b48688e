package io.cistern.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Leads a browser from the root, to which clients only post, to the page that describes the API. It is no route: one
 * would make the root allow GET.
 */
final class FrontPageFilter extends OncePerRequestFilter {

    private final String page;

    FrontPageFilter(String page) {
        this.page = page;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isBrowserAtRoot(request)) {
            response.setStatus(HttpStatus.FOUND.value());
            response.setHeader(HttpHeaders.LOCATION, request.getContextPath() + page);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean isBrowserAtRoot(HttpServletRequest request) {
        String accepted = request.getHeader(HttpHeaders.ACCEPT);
        return HttpMethod.GET.matches(request.getMethod())
                && request.getRequestURI().equals(request.getContextPath() + "/")
                && accepted != null
                && accepted.contains(MediaType.TEXT_HTML_VALUE);
    }
}
