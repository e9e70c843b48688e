package io.cistern.api.connection;

import io.cistern.generation.Listening;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of server-sent events, written without blocking as the client reads. Events may be sent before it is opened;
 * apart from {@link #open}, everything happens on the connection loop.
 *
 * <p>A quiet stream gets a comment every heartbeat, which keeps proxies from closing it.
 */
public final class EventStream {

    private static final Logger log = LoggerFactory.getLogger(EventStream.class);

    private static final byte[] COMMENT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    /** Bytes that may wait for a client to read; one that lets more pile up is given up. */
    private static final int MOST_WAITING = 1 << 20;

    private final ConnectionLoop loop;
    private final JsonMapper mapper;
    private final EventFormat format;
    private final Pending pending = this::beat;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private @Nullable Exchange exchange;
    private int waitingBytes;
    private boolean unflushed = true;
    private boolean quiet;
    private boolean ending;
    private boolean over;

    /** A request that is being answered. */
    private record Exchange(
            ClientConnection connection, AsyncContext context, ServletOutputStream output, Runnable whenGone) {}

    /** Makes a stream that is not open yet. */
    public EventStream(ConnectionLoop loop, JsonMapper mapper, EventFormat format) {
        this.loop = loop;
        this.mapper = mapper;
        this.format = format;
    }

    /**
     * Begins the answer; called by the thread that has the request, which is then free.
     *
     * @param whenGone runs if the answer cannot begin, and on the loop if the client leaves, or does not read, before the
     *     end was written
     */
    public void open(HttpServletRequest request, HttpServletResponse response, Runnable whenGone) throws IOException {
        try {
            begin(request, response, whenGone);
        } catch (IOException | RuntimeException ex) {
            whenGone.run();
            throw ex;
        }
    }

    private void begin(HttpServletRequest request, HttpServletResponse response, Runnable whenGone) throws IOException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader("X-Accel-Buffering", "no");
        ServletOutputStream output = response.getOutputStream();
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(-1);
        Exchange opened = new Exchange(ClientConnection.of(request), context, output, whenGone);
        context.addListener(new Failures(opened));
        output.setWriteListener(new Writes(opened));
    }

    /** Sends an event whose data is a value's JSON. What comes after the end is not sent. */
    public void send(Object data) {
        if (!ending) {
            enqueue(event(mapper.writeValueAsString(data)));
        }
    }

    /** Sends what a failure is told as; what was given up has no reader. */
    public void sendFailure(Throwable failure, Function<Throwable, Object> told) {
        Throwable cause = Listening.cause(failure);
        if (!(cause instanceof CancellationException)) {
            send(told.apply(cause));
        }
    }

    /** Ends the stream after what was sent so far. */
    public void end() {
        if (!format.terminator().isEmpty()) {
            enqueue(event(format.terminator()));
        }
        ending = true;
        write();
    }

    private byte[] event(String data) {
        return (format.prefix() + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void enqueue(byte[] bytes) {
        if (over) {
            return;
        }
        waiting.add(bytes);
        waitingBytes += bytes.length;
        quiet = false;
        write();
    }

    private void ready(Exchange opened) {
        if (exchange == null && !over) {
            exchange = opened;
            loop.add(pending);
        }
        write();
    }

    private void beat() {
        if (exchange == null) {
            return;
        }
        if (exchange.connection().isGone()) {
            abandon(exchange);
        } else if (quiet && waiting.isEmpty()) {
            enqueue(COMMENT);
        }
        quiet = true;
    }

    /** Writes while the socket takes it; the container calls again when it does later. */
    private void write() {
        if (exchange == null || over) {
            return;
        }
        try {
            write(exchange);
        } catch (IOException ex) {
            log.debug("a client left its stream", ex);
            abandon(exchange);
        }
        if (waitingBytes > MOST_WAITING) {
            log.debug("a client does not read its stream: {} bytes wait", waitingBytes);
            abandon(exchange);
        }
    }

    private void write(Exchange opened) throws IOException {
        ServletOutputStream output = opened.output();
        while (output.isReady()) {
            byte[] next = waiting.poll();
            if (next != null) {
                output.write(next);
                waitingBytes -= next.length;
                unflushed = true;
            } else if (unflushed) {
                unflushed = false;
                output.flush();
            } else {
                if (ending) {
                    close(opened);
                }
                return;
            }
        }
    }

    /** Lets the work be given up before the container hears of the end and takes away what it reads. */
    private void abandon(Exchange opened) {
        if (!over) {
            over = true;
            opened.whenGone().run();
            close(opened);
        }
    }

    private void close(Exchange opened) {
        over = true;
        waiting.clear();
        waitingBytes = 0;
        loop.remove(pending);
        complete(opened.context());
    }

    private static void complete(AsyncContext context) {
        try {
            context.complete();
        } catch (IllegalStateException ex) {
            log.trace("the container has ended the answer already", ex);
        }
    }

    /** Hears from the container when there is room to write, first of all when the stream is open. */
    private final class Writes implements WriteListener {

        private final Exchange opened;

        Writes(Exchange opened) {
            this.opened = opened;
        }

        @Override
        public void onWritePossible() {
            loop.execute(() -> ready(opened));
        }

        @Override
        public void onError(Throwable failure) {
            loop.execute(() -> abandon(opened));
        }
    }

    /**
     * Ends the answer where the container notices that the client is gone, mostly because a write of the loop failed.
     * Once it is complete the container uses its response for another request, in which the loop, still on its way out
     * of the write, would note the failure; so the loop leaves first.
     */
    private final class Failures implements AsyncListener {

        private final Exchange opened;

        Failures(Exchange opened) {
            this.opened = opened;
        }

        @Override
        public void onError(AsyncEvent event) {
            loop.await(() -> abandon(opened));
            complete(event.getAsyncContext());
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            onError(event);
        }

        @Override
        public void onComplete(AsyncEvent event) {
            // It was this stream that completed it.
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // Asynchronous from the start.
        }
    }
}
