package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException.Bound;
import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting to lower when the caches of a model do not fit in memory. */
class InsufficientMemoryFailureAnalyzer extends AbstractFailureAnalyzer<InsufficientMemoryException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InsufficientMemoryException cause) {
        CacheCapacity capacity = cause.capacity();
        long rowBytes = cause.needed() / capacity.maxBatchSize();
        String description = String.format(
                Locale.ROOT,
                """
                The key/value caches of model '%s' do not fit in memory.

                Needed:    %,d bytes (%d rows of %,d bytes, each for %d decoder and %d encoder positions)
                Available: %,d bytes""",
                cause.model(),
                cause.needed(),
                capacity.maxBatchSize(),
                rowBytes,
                capacity.maxCacheLength(),
                capacity.maxEncoderLength(),
                cause.available());
        return new FailureAnalysis(description, action(rowBytes, cause), cause);
    }

    private static String action(long rowBytes, InsufficientMemoryException cause) {
        long rows = cause.available() / rowBytes;
        CapacitySettings settings = cause.settings();
        String advice = rows > 0
                ? "Lower %s to %d or less".formatted(settings.of(Bound.BATCH_SIZE), rows)
                : "Lower %s or %s".formatted(settings.of(Bound.CACHE_LENGTH), settings.of(Bound.ENCODER_LENGTH));
        return advice + ", or give the service more memory.";
    }
}
