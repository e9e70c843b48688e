package io.cistern.serving;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.SmartLifecycle;

/**
 * Lets accepted requests end before the service stops. It stops before the web server does, so that requests that come
 * meanwhile are told that the service is shutting down instead of finding no server.
 */
final class Drain implements SmartLifecycle {

    private final List<DecodeLoop> loops;
    private volatile boolean running;

    Drain(List<DecodeLoop> loops) {
        this.loops = loops;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        drained().join();
        running = false;
    }

    @Override
    public void stop(Runnable callback) {
        drained().whenComplete((done, failure) -> {
            running = false;
            callback.run();
        });
    }

    private CompletableFuture<Void> drained() {
        return CompletableFuture.allOf(loops.stream().map(DecodeLoop::drain).toArray(CompletableFuture[]::new));
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }
}
