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
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.server.PathContainer;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Refuses bodies that are too large, by their declared length or else while they are read: recordings by the limit of
 * uploads, all others by that of requests. Forms are left to the container, which counts their parts too.
 */
final class RequestSizeFilter extends OncePerRequestFilter {

    private static final List<PathPattern> SPEECH_RECOGNITION = Stream.of(
                    SpeechRecognitionPaths.ANY_MODEL, SpeechRecognitionPaths.ONE_MODEL)
            .map(PathPatternParser.defaultInstance::parse)
            .toList();
    private static final Pattern RECORDING = Pattern.compile("audio/.*|application/octet-stream.*|");

    private final Limit requests;
    private final Limit uploads;
    private final Limit encodedUploads;
    private final HandlerExceptionResolver problems;

    /** Bytes that a body may have, and the property that says so. */
    record Limit(long bytes, String setting) {

        /** Base64 makes four characters of three bytes; some more are for the rest of the JSON. */
        private Limit inBase64() {
            return new Limit((bytes + 2) / 3 * 4 + (1 << 16), setting);
        }
    }

    RequestSizeFilter(Limit requests, Limit uploads, HandlerExceptionResolver problems) {
        this.requests = requests;
        this.uploads = uploads;
        this.encodedUploads = uploads.inBase64();
        this.problems = problems;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return type(request).startsWith("multipart/");
    }

    private Limit limit(HttpServletRequest request) {
        String path = request.getRequestURI().substring(request.getContextPath().length());
        String type = type(request);
        PathContainer segments = PathContainer.parsePath(path);
        if (SPEECH_RECOGNITION.stream().anyMatch(pattern -> pattern.matches(segments))) {
            return type.startsWith(MediaType.APPLICATION_JSON_VALUE) ? encodedUploads : uploads;
        }
        return path.equals("/invocations") && RECORDING.matcher(type).matches() ? uploads : requests;
    }

    private static String type(HttpServletRequest request) {
        return request.getContentType() == null ? "" : request.getContentType().toLowerCase(Locale.ROOT);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Limit limit = limit(request);
        if (request.getContentLengthLong() > limit.bytes()) {
            problems.resolveException(request, response, null, tooLarge(limit));
        } else {
            chain.doFilter(new LimitedRequest(request, limit), response);
        }
    }

    private static PayloadTooLargeException tooLarge(Limit limit) {
        return new PayloadTooLargeException(limit.bytes(), limit.setting());
    }

    private static final class LimitedRequest extends HttpServletRequestWrapper {

        private final Limit limit;
        private @Nullable ServletInputStream body;

        LimitedRequest(HttpServletRequest request, Limit limit) {
            super(request);
            this.limit = limit;
        }

        @Override
        public ServletInputStream getInputStream() throws IOException {
            if (body == null) {
                body = new LimitedBody(super.getInputStream(), limit);
            }
            return body;
        }
    }

    private static final class LimitedBody extends ServletInputStream {

        private final ServletInputStream source;
        private final Limit limit;
        private long count;

        LimitedBody(ServletInputStream source, Limit limit) {
            this.source = source;
            this.limit = limit;
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
            if (count > limit.bytes()) {
                throw tooLarge(limit);
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
