package io.cistern.serving;

import io.cistern.cache.CacheCapacity;
import jakarta.validation.constraints.Min;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one model sets differently from {@code cistern.capacity}; what is left out is taken from there.
 *
 * @param maxBatchSize rows of this model that decode at the same time
 * @param maxCacheLength tokens that one row of this model holds: decoder prompt plus new tokens
 * @param maxEncoderLength tokens of one input of this model
 */
public record CapacityOverride(
        @Min(1) @Nullable Integer maxBatchSize,
        @Min(2) @Nullable Integer maxCacheLength,
        @Min(1) @Nullable Integer maxEncoderLength) {

    /** Nothing set: the model takes the common capacity. */
    public static final CapacityOverride NONE = new CapacityOverride(null, null, null);

    CacheCapacity over(CapacityProperties common) {
        return new CacheCapacity(
                Objects.requireNonNullElse(maxBatchSize, common.maxBatchSize()),
                Objects.requireNonNullElse(maxCacheLength, common.maxCacheLength()),
                Objects.requireNonNullElse(maxEncoderLength, common.maxEncoderLength()));
    }
}
