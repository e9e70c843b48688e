package io.cistern.api.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the time in which a whole body must arrive. The container's own timeout is that of one read, which a client
 * that sends a byte now and then never meets, and each such client would hold a thread.
 */
public final class UploadValve extends ValveBase {

    private final Duration limit;
    private final long mostDiscarded;

    /**
     * Makes the valve.
     *
     * @param mostDiscarded bytes of a refused body that are read, so that its client sees the answer instead of a reset
     */
    public UploadValve(Duration limit, long mostDiscarded) {
        super(true);
        this.limit = limit;
        this.mostDiscarded = mostDiscarded;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        org.apache.coyote.Request exchange = request.getCoyoteRequest();
        InputBuffer untimed = exchange.getInputBuffer();
        TimedBody body = new TimedBody(exchange, untimed);
        exchange.setInputBuffer(body);
        try {
            getNext().invoke(request, response);
            if (!request.isAsync() && body.isUnfinished()) {
                response.finishResponse();
                body.discard();
            }
        } finally {
            exchange.setInputBuffer(untimed);
        }
    }

    private final class TimedBody implements InputBuffer, ApplicationBufferHandler {

        private final org.apache.coyote.Request exchange;
        private final InputBuffer body;
        private final long startNanos = System.nanoTime();
        private @Nullable ByteBuffer discarded;

        TimedBody(org.apache.coyote.Request exchange, InputBuffer body) {
            this.exchange = exchange;
            this.body = body;
        }

        @Override
        public int doRead(ApplicationBufferHandler target) throws IOException {
            if (System.nanoTime() - startNanos > limit.toNanos()) {
                giveUp();
                throw new SocketTimeoutException(
                        "it was not complete after %s (cistern.upload-timeout)".formatted(limit));
            }
            return body.doRead(target);
        }

        @Override
        public int available() {
            return body.available();
        }

        boolean isUnfinished() {
            AtomicBoolean finished = new AtomicBoolean();
            exchange.action(ActionCode.REQUEST_BODY_FULLY_READ, finished);
            return !finished.get() && !exchange.hasExpectation();
        }

        /** Reads what the client still sends of a body that nobody wants. */
        void discard() {
            try {
                long bytes = 0;
                int read = doRead(this);
                while (read >= 0 && bytes <= mostDiscarded) {
                    bytes += read;
                    read = doRead(this);
                }
                if (read >= 0) {
                    giveUp();
                }
            } catch (IOException slowOrGone) {
                giveUp();
            }
        }

        /** Makes the container close the connection and read no more. */
        private void giveUp() {
            exchange.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }

        @Override
        public void setByteBuffer(@Nullable ByteBuffer buffer) {
            discarded = buffer;
        }

        @Override
        public @Nullable ByteBuffer getByteBuffer() {
            return discarded;
        }

        @Override
        public void expand(int size) {
            // Nothing is kept.
        }
    }
}
