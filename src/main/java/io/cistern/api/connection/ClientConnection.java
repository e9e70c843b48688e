package io.cistern.api.connection;

import jakarta.servlet.http.HttpServletRequest;

/** The connection that a request came by. */
@FunctionalInterface
interface ClientConnection {

    /** The name of the request attribute that holds it. */
    String ATTRIBUTE = ClientConnection.class.getName();

    /**
     * Returns whether the client closed it. To be asked between the end of the request's body and the end of the answer
     * only, by one thread at a time.
     */
    boolean isGone();

    /** Returns the connection of a request; where the container does not show it, clients count as present. */
    static ClientConnection of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof ClientConnection connection ? connection : () -> false;
    }
}
