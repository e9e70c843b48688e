package io.cistern.api.connection;

import io.cistern.api.problem.TooManyUploadsException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds what slow clients hold. A whole body must arrive in time: the container's own timeout is that of one read, which
 * a client that sends a byte now and then never meets. And as each body that is waited for holds a thread, only so many
 * are at a time; what has arrived with its request needs no waiting.
 */
public final class UploadValve extends ValveBase {

    private static final Logger log = LoggerFactory.getLogger(UploadValve.class);

    private final Duration limit;
    private final long mostDiscarded;
    private final int mostWaitedFor;
    private final Semaphore places;

    /**
     * Makes the valve.
     *
     * @param mostDiscarded bytes of a refused body that are read, so that its client sees the answer instead of a reset
     * @param mostWaitedFor bodies that are waited for at a time
     */
    public UploadValve(Duration limit, long mostDiscarded, int mostWaitedFor) {
        super(true);
        this.limit = limit;
        this.mostDiscarded = mostDiscarded;
        this.mostWaitedFor = mostWaitedFor;
        this.places = new Semaphore(mostWaitedFor);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        org.apache.coyote.Request exchange = request.getCoyoteRequest();
        InputBuffer untimed = exchange.getInputBuffer();
        TimedBody body = new TimedBody(exchange, untimed);
        exchange.setInputBuffer(body);
        try {
            getNext().invoke(request, response);
            if (!request.isAsync() && body.isWorthDiscarding()) {
                response.finishResponse();
                body.discard();
            }
        } finally {
            exchange.setInputBuffer(untimed);
            body.leavePlace();
        }
    }

    private final class TimedBody implements InputBuffer, ApplicationBufferHandler {

        private final org.apache.coyote.Request exchange;
        private final InputBuffer body;
        private final long startNanos = System.nanoTime();
        private @Nullable ByteBuffer discarded;
        private boolean hasPlace;
        private @Nullable IOException failure;

        TimedBody(org.apache.coyote.Request exchange, InputBuffer body) {
            this.exchange = exchange;
            this.body = body;
        }

        @Override
        public int doRead(ApplicationBufferHandler target) throws IOException {
            if (failure != null) {
                throw failure;
            }
            try {
                requireTime();
                takePlaceToWait();
                return body.doRead(target);
            } catch (IOException ex) {
                giveUp();
                failure = ex instanceof SocketTimeoutException && ex.getMessage() == null ? silence() : ex;
                throw failure;
            }
        }

        private void requireTime() throws SocketTimeoutException {
            if (System.nanoTime() - startNanos > limit.toNanos()) {
                throw new SocketTimeoutException(
                        "it was not complete after %s (cistern.upload-timeout)".formatted(limit));
            }
        }

        private static SocketTimeoutException silence() {
            return new SocketTimeoutException("its client was silent (server.tomcat.connection-timeout)");
        }

        /** What has arrived of a body in chunks may end within the length of one, so these always may have to wait. */
        private void takePlaceToWait() throws TooManyUploadsException {
            boolean arrived = exchange.getContentLengthLong() >= 0 && body.available() > 0;
            if (hasPlace || arrived || !isUnfinished()) {
                return;
            }
            hasPlace = places.tryAcquire();
            if (!hasPlace) {
                throw new TooManyUploadsException(mostWaitedFor);
            }
        }

        void leavePlace() {
            if (hasPlace) {
                places.release();
                hasPlace = false;
            }
        }

        @Override
        public int available() {
            return body.available();
        }

        private boolean isUnfinished() {
            AtomicBoolean finished = new AtomicBoolean();
            exchange.action(ActionCode.REQUEST_BODY_FULLY_READ, finished);
            return !finished.get();
        }

        boolean isWorthDiscarding() {
            return failure == null && isUnfinished() && !exchange.hasExpectation();
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
                log.debug("the rest of a refused body was not read", slowOrGone);
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
