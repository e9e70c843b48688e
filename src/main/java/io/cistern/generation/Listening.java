package io.cistern.generation;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners how results end. Nobody waits for a listener, so one that fails is logged. */
public final class Listening {

    private static final Logger log = LoggerFactory.getLogger(Listening.class);

    private Listening() {}

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
