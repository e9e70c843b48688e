package io.cistern.observability;

import io.cistern.serving.DecodeLoop;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Up once every model has answered its first request. */
final class WarmUpHealthIndicator extends AbstractHealthIndicator {

    private final List<DecodeLoop> loops;

    WarmUpHealthIndicator(List<DecodeLoop> loops) {
        super("The models could not be asked");
        this.loops = loops;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (DecodeLoop loop : loops) {
            builder.withDetail(loop.model(), loop.isReady() ? "ready" : "warming up");
            if (!loop.isReady()) {
                builder.outOfService();
            }
        }
    }
}
