package io.cistern.generation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners how results end. Nobody waits for a listener, so one that fails is logged. */
public final class Listening {

    private static final Logger log = LoggerFactory.getLogger(Listening.class);

    private Listening() {}

    /** Returns what a result failed with, out of the wrappings that its dependents add. */
    public static Throwable cause(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause(cause) : failure;
    }

    /** Calls the listener with the value or the failure, on the thread that ends the result. */
    public static <T> void to(CompletableFuture<T> result, BiConsumer<? super T, ? super Throwable> listener) {
        to(result, listener, Runnable::run);
    }

    /** Calls the listener with the value or the failure, by an executor. */
    public static <T> void to(
            CompletableFuture<T> result, BiConsumer<? super T, ? super Throwable> listener, Executor executor) {
        result.handleAsync(
                        (value, failure) -> {
                            listener.accept(value, failure);
                            return true;
                        },
                        executor)
                .exceptionally(failure -> {
                    log.error("a listener failed", failure);
                    return false;
                });
    }
}
