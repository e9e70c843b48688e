package io.cistern.api.problem;

/** The client left before it was answered; what it had asked for was given up. */
public final class ClientGoneException extends RuntimeException {

    public ClientGoneException() {
        super("the client left before it was answered");
    }
}
