package io.cistern.api.problem;

import java.io.IOException;

/** A request body has more bytes than are allowed. */
public final class PayloadTooLargeException extends IOException {

    private final long limit;

    public PayloadTooLargeException(long limit) {
        super("the body is larger than %d bytes (cistern.max-request-size)".formatted(limit));
        this.limit = limit;
    }

    public long limit() {
        return limit;
    }
}
