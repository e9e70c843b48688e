package io.cistern.api.problem;

/** A request has no key, or one that is not known. */
public final class UnauthorizedException extends RuntimeException {

    public UnauthorizedException() {
        super("a known API key is required, as Authorization: Bearer KEY");
    }
}
