package io.cistern.observability;

import io.cistern.serving.DecodeLoop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Shows each model's cache; down if a buffer was allocated after start, which the design rules out. */
final class CacheHealthIndicator extends AbstractHealthIndicator {

    private final Map<DecodeLoop, Long> allocationsAtStart = new LinkedHashMap<>();

    CacheHealthIndicator(List<DecodeLoop> loops) {
        super("The caches could not be asked");
        loops.forEach(loop -> allocationsAtStart.put(loop, loop.cache().allocations()));
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        builder.up();
        allocationsAtStart.forEach((loop, allocations) -> {
            builder.withDetail(loop.model(), details(loop));
            if (loop.cache().allocations() != allocations) {
                builder.down();
            }
        });
    }

    private static Map<String, Object> details(DecodeLoop loop) {
        return Map.of(
                "bytes", loop.cache().bytes(),
                "allocations", loop.cache().allocations(),
                "rowsInUse", loop.rowsInUse(),
                "rows", loop.cache().capacity().maxBatchSize());
    }
}
