package io.cistern.api;

import io.cistern.api.problem.PayloadTooLargeException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Refuses bodies that are too large, by their declared length or else while they are read; uploads have their own limit. */
final class RequestSizeFilter extends OncePerRequestFilter {

    private final long limit;
    private final HandlerExceptionResolver problems;

    RequestSizeFilter(long limit, HandlerExceptionResolver problems) {
        this.limit = limit;
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String type =
                request.getContentType() == null ? "" : request.getContentType().toLowerCase(Locale.ROOT);
        return type.startsWith("multipart/") || type.startsWith("audio/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit) {
            problems.resolveException(request, response, null, new PayloadTooLargeException(limit));
        } else {
            chain.doFilter(new LimitedRequest(request), response);
        }
    }

    private final class LimitedRequest extends HttpServletRequestWrapper {

        private @Nullable ServletInputStream body;

        LimitedRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (body == null) {
                body = new LimitedBody(super.getInputStream());
            }
            return body;
        }
    }

    private final class LimitedBody extends ServletInputStream {

        private final ServletInputStream source;
        private long count;

        LimitedBody(ServletInputStream source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            int next = source.read();
            count(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = source.read(target, offset, length);
            count(Math.max(read, 0));
            return read;
        }

        private void count(int bytes) throws PayloadTooLargeException {
            count += bytes;
            if (count > limit) {
                throw new PayloadTooLargeException(limit);
            }
        }

        @Override
        public boolean isFinished() {
            return source.isFinished();
        }

        @Override
        public boolean isReady() {
            return source.isReady();
        }

        @Override
        public void setReadListener(ReadListener listener) {
            source.setReadListener(listener);
        }
    }
}
