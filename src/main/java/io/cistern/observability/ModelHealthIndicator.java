package io.cistern.observability;

import io.cistern.serving.DecodeLoop;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up while every model takes requests. */
final class ModelHealthIndicator extends AbstractHealthIndicator {

    private final List<DecodeLoop> loops;

    ModelHealthIndicator(List<DecodeLoop> loops) {
        super("The models could not be asked");
        this.loops = loops;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (DecodeLoop loop : loops) {
            builder.withDetail(loop.model(), loop.isRunning() ? "running" : "stopped");
            if (!loop.isRunning()) {
                builder.down();
            }
        }
    }
}
