package io.cistern.observability;

import io.cistern.serving.DecodeLoop;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Down when only a restart helps: a decode loop died, or one of its steps does not end. Belongs to liveness. */
final class DecodeHealthIndicator extends AbstractHealthIndicator {

    private final List<DecodeLoop> loops;
    private final Duration stallTimeout;

    DecodeHealthIndicator(List<DecodeLoop> loops, Duration stallTimeout) {
        super("The decode loops could not be asked");
        this.loops = loops;
        this.stallTimeout = stallTimeout;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        for (DecodeLoop loop : loops) {
            if (loop.hasFailed()) {
                builder.down().withDetail(loop.model(), "died");
            } else if (loop.stepAge().compareTo(stallTimeout) > 0) {
                builder.down()
                        .withDetail(
                                loop.model(),
                                "a step has run for %s, longer than %s (cistern.stall-timeout)"
                                        .formatted(loop.stepAge(), stallTimeout));
            }
        }
    }
}
