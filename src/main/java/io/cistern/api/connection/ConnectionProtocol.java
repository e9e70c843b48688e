package io.cistern.api.connection;

import java.util.function.Supplier;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.SocketWrapperBase;

/**
 * Tomcat's HTTP/1.1, whose requests carry a note of the socket they came by. docs/decisions/0006 says why.
 *
 * <p>Tomcat makes it by name, with the constructor without arguments.
 */
public final class ConnectionProtocol extends Http11NioProtocol {

    /** Where a request has a supplier of its socket; Tomcat itself uses the first of 32 places. */
    static final int NOTE = 30;

    /** A client that asks whether to send its body is told to when it is read, and so never when it is refused unread. */
    public ConnectionProtocol() {
        setContinueResponseTiming("onRead");
    }

    @Override
    protected Processor createProcessor() {
        return new NotingProcessor(this, getAdapter());
    }

    private static final class NotingProcessor extends Http11Processor {

        NotingProcessor(AbstractHttp11Protocol<?> protocol, Adapter adapter) {
            super(protocol, adapter);
            Supplier<SocketWrapperBase<?>> socket = this::getSocketWrapper;
            request.setNote(NOTE, socket);
        }
    }
}
