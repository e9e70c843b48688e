package io.cistern.api.connection;

import io.cistern.api.problem.ClientGoneException;
import io.cistern.generation.Listening;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.context.request.async.DeferredResult;

/** Answers requests when what they asked for is there, and gives it up when the client is gone before. */
public final class PendingAnswers implements AutoCloseable {

    private static final long NEVER = -1L;
    private static final int RENDERERS = 2;

    private final ConnectionLoop loop;
    private final ExecutorService renderers = Executors.newFixedThreadPool(RENDERERS, task -> {
        Thread renderer = new Thread(task, "renderer");
        renderer.setDaemon(true);
        return renderer;
    });

    public PendingAnswers(ConnectionLoop loop) {
        this.loop = loop;
    }

    /**
     * Returns what Spring answers the request with, in time.
     *
     * @param answer fails with what the client is told; cancelled if the client is gone
     * @param render makes the answer's body; runs on a thread of its own
     */
    public <T, R> DeferredResult<R> when(
            CompletableFuture<T> answer, Function<T, R> render, HttpServletRequest request) {
        DeferredResult<R> result = new DeferredResult<>(NEVER);
        ClientConnection connection = ClientConnection.of(request);
        Pending pending = () -> {
            if (connection.isGone()) {
                answer.cancel(false);
            }
        };
        loop.execute(() -> loop.add(pending));
        Listening.to(
                answer.thenApplyAsync(render, renderers),
                (body, failure) -> {
                    loop.remove(pending);
                    settle(result, body, failure);
                },
                loop);
        return result;
    }

    private static <R> void settle(DeferredResult<R> result, R body, @Nullable Throwable failure) {
        if (failure == null) {
            result.setResult(body);
        } else {
            Throwable cause = Listening.cause(failure);
            result.setErrorResult(cause instanceof CancellationException ? new ClientGoneException() : cause);
        }
    }

    @Override
    public void close() {
        renderers.shutdown();
    }
}
