package io.cistern.serving;

import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The cache capacity of every model that does not set its own.
 *
 * @param maxBatchSize rows that decode at the same time; an input takes one row, or one for each beam or candidate
 * @param maxCacheLength tokens that one row holds: decoder prompt plus new tokens
 * @param maxEncoderLength tokens of one input; a byte-level model takes one for each UTF-8 byte
 */
public record CapacityProperties(
        @Min(1) @DefaultValue("16") int maxBatchSize,
        @Min(2) @DefaultValue("512") int maxCacheLength,
        @Min(1) @DefaultValue("512") int maxEncoderLength) {}
