package io.cistern.observability;

import io.cistern.cache.EncoderDecoderCache;
import io.cistern.serving.DecodeLoop;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Gauges of one model: its cache, its queue and the native arrays it holds. */
final class DecodeLoopMetrics implements MeterBinder {

    private final DecodeLoop loop;
    private final Tags tags;

    DecodeLoopMetrics(DecodeLoop loop) {
        this.loop = loop;
        this.tags = Tags.of("model", loop.model());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindCache(registry, loop.cache());
        Gauge.builder("cistern.queue.size", loop, DecodeLoop::queueSize)
                .description("Inputs that wait for cache rows")
                .tags(tags)
                .register(registry);
        Gauge.builder("cistern.native.arrays", loop, DecodeLoop::nativeArrays)
                .description("Native arrays alive; constant between requests")
                .tags(tags)
                .register(registry);
    }

    private void bindCache(MeterRegistry registry, EncoderDecoderCache cache) {
        Gauge.builder("cistern.cache.rows.used", loop, DecodeLoop::rowsInUse)
                .description("Cache rows that inputs hold")
                .tags(tags)
                .register(registry);
        Gauge.builder("cistern.cache.rows.capacity", cache, c -> c.capacity().maxBatchSize())
                .description("Cache rows there are")
                .tags(tags)
                .register(registry);
        Gauge.builder("cistern.cache.bytes", cache, EncoderDecoderCache::bytes)
                .description("Key/value memory, allocated once")
                .baseUnit(BaseUnits.BYTES)
                .tags(tags)
                .register(registry);
        Gauge.builder("cistern.cache.allocations", cache, EncoderDecoderCache::allocations)
                .description("Key/value buffers allocated since start; never moves after it")
                .tags(tags)
                .register(registry);
    }
}
