package io.cistern.api.problem;

import java.io.IOException;

/** As many bodies are waited for as there may be; another would take the threads that the rest of the service needs. */
public final class TooManyUploadsException extends IOException {

    /** The property that raises the limit. */
    static final String SETTING = "server.tomcat.threads.max";

    private final int limit;

    public TooManyUploadsException(int limit) {
        super("%d bodies are on their way, and no more are waited for (half of %s)".formatted(limit, SETTING));
        this.limit = limit;
    }

    public int limit() {
        return limit;
    }
}
