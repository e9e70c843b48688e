package io.cistern.api.problem;

import java.io.IOException;

/** A request body has more bytes than are allowed. */
public final class PayloadTooLargeException extends IOException {

    private final long limit;
    private final String setting;

    /** @param setting the property that raises the limit */
    public PayloadTooLargeException(long limit, String setting) {
        super("the body is larger than %d bytes (%s)".formatted(limit, setting));
        this.limit = limit;
        this.setting = setting;
    }

    public long limit() {
        return limit;
    }

    public String setting() {
        return setting;
    }
}
