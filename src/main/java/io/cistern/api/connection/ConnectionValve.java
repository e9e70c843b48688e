package io.cistern.api.connection;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** Hands each request its connection, of which the Servlet API shows nothing. */
public final class ConnectionValve extends ValveBase {

    public ConnectionValve() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Object note = request.getCoyoteRequest().getNote(ConnectionProtocol.NOTE);
        if (note instanceof Supplier<?> source && source.get() instanceof SocketWrapperBase<?> socket) {
            request.setAttribute(ClientConnection.ATTRIBUTE, (ClientConnection) () -> isClosed(socket));
        }
        getNext().invoke(request, response);
    }

    /** Reads ahead what the socket has, without waiting; a next request that is read this way stays in its buffer. */
    private static boolean isClosed(SocketWrapperBase<?> socket) {
        try {
            socket.isReadyForRead();
            return false;
        } catch (IOException endOrFailure) {
            return true;
        }
    }
}
