package io.cistern.serving;

import io.cistern.serving.DeadlineExceededException.Bound;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * The time that a request may take from its arrival on, in the queue and decoding; one that takes longer is given up with
 * status 504.
 *
 * @param usual time of a request that asks for none; a recording must begin within it and may then take longer
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

    /** Returns the time of what asks for none. */
    Deadline deadline() {
        return new Deadline(usual, Bound.SERVICE);
    }

    /**
     * Returns the time that a request gets.
     *
     * @throws InvalidDeadlineException if it asks for too much
     */
    Deadline deadline(@Nullable Duration requested) {
        if (requested == null) {
            return deadline();
        }
        if (requested.compareTo(Duration.ZERO) <= 0 || requested.compareTo(maximum) > 0) {
            throw new InvalidDeadlineException(requested, maximum);
        }
        return new Deadline(requested, Bound.REQUEST);
    }
}
