package io.cistern.serving;

import io.cistern.generation.Listening;
import io.cistern.model.Task;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;

/**
 * Opens the models to requests after each has answered a first one, and lets accepted requests end before the service
 * stops. It starts after the web server and stops before it: requests that come too early or too late are told so
 * instead of finding no server.
 */
final class ServingLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ServingLifecycle.class);

    private final ApplicationContext context;
    private final DecodeLoops loops;
    private final List<ServedModel> models;
    private final VoiceActivity voices;
    private volatile boolean running;

    ServingLifecycle(ApplicationContext context, DecodeLoops loops, List<ServedModel> models, VoiceActivity voices) {
        this.context = context;
        this.loops = loops;
        this.models = List.copyOf(models);
        this.voices = voices;
    }

    @Override
    public void start() {
        running = true;
        for (ServedModel model : models) {
            DecodeLoop loop = loops.of(model);
            new SelfCheck(loop, model).run();
            if (model.config().task() == Task.SPEECH) {
                voices.warmUp();
            }
            loop.open();
        }
    }

    @Override
    public void stop() {
        drained().join();
    }

    @Override
    public void stop(Runnable callback) {
        Listening.to(drained(), (done, failure) -> callback.run());
    }

    private CompletableFuture<Void> drained() {
        AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        log.info("Stopping: new requests are refused, those that were accepted have their answers first");
        return CompletableFuture.allOf(
                        models.stream().map(model -> loops.of(model).drain()).toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> running = false);
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
