package io.cistern.observability;

import io.cistern.serving.DecodeLoop;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Up while something holds for every model. */
final class ModelHealthIndicator extends AbstractHealthIndicator {

    private final List<DecodeLoop> loops;
    private final Predicate<DecodeLoop> condition;
    private final String holds;
    private final String fails;
    private final Status otherwise;

    private ModelHealthIndicator(
            List<DecodeLoop> loops, Predicate<DecodeLoop> condition, String holds, String fails, Status otherwise) {
        super("The models could not be asked");
        this.loops = loops;
        this.condition = condition;
        this.holds = holds;
        this.fails = fails;
        this.otherwise = otherwise;
    }

    /** Up while every model takes requests. */
    static ModelHealthIndicator running(List<DecodeLoop> loops) {
        return new ModelHealthIndicator(loops, DecodeLoop::isRunning, "running", "stopped", Status.DOWN);
    }

    /** Up once every model has answered its first request. */
    static ModelHealthIndicator warmedUp(List<DecodeLoop> loops) {
        return new ModelHealthIndicator(loops, DecodeLoop::isReady, "ready", "warming up", Status.OUT_OF_SERVICE);
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (DecodeLoop loop : loops) {
            boolean up = condition.test(loop);
            builder.withDetail(loop.model(), up ? holds : fails);
            if (!up) {
                builder.status(otherwise);
            }
        }
    }
}
