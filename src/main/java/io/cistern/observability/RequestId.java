package io.cistern.observability;

/** Where the id of a request stands. */
public final class RequestId {

    /** The header of requests and answers. */
    public static final String HEADER = "X-Request-Id";

    /** The name in log contexts. */
    public static final String LOG_KEY = "requestId";

    private RequestId() {}
}
