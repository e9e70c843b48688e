package io.cistern.serving;

import io.cistern.generation.InvalidGenerationConfigException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The time that a text request, or one window of a recording, may take from its arrival on, in the queue and decoding;
 * a request that takes longer is given up with status 504.
 *
 * @param usual time of a request that asks for none
 * @param maximum longest time a request can ask for
 */
public record DeadlineProperties(
        @Name("default") @DefaultValue("2m") Duration usual,
        @DefaultValue("30m") Duration maximum) {

    public DeadlineProperties {
        if (usual.compareTo(Duration.ZERO) <= 0 || usual.compareTo(maximum) > 0) {
            throw new IllegalArgumentException(
                    "cistern.deadline.default is %s and must be above 0 and at most cistern.deadline.maximum, %s"
                            .formatted(usual, maximum));
        }
    }

    /**
     * Returns the time that a request gets.
     *
     * @throws InvalidGenerationConfigException if it asks for too much
     */
    Duration timeout(@Nullable Duration requested) {
        Duration timeout = Objects.requireNonNullElse(requested, usual);
        if (timeout.compareTo(Duration.ZERO) <= 0 || timeout.compareTo(maximum) > 0) {
            throw new InvalidGenerationConfigException(
                    "timeout", timeout, "above 0 and at most %s (cistern.deadline.maximum)".formatted(maximum));
        }
        return timeout;
    }
}
