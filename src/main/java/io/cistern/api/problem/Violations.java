package io.cistern.api.problem;

import io.cistern.generation.GenerationConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong with a request, so that one answer names all of it. */
public final class Violations {

    private final List<Violation> found;
    private final String place;

    public Violations() {
        this(new ArrayList<>(), "");
    }

    private Violations(List<Violation> found, String place) {
        this.found = found;
        this.place = place;
    }

    /** Returns a view of these violations that names fields as those of an object in the request. */
    public Violations within(String object) {
        return new Violations(found, place + object + ".");
    }

    /** Notes a violation unless the rule holds. */
    public Violations require(boolean holds, String field, @Nullable Object value, String bound) {
        if (!holds) {
            found.add(new Violation(place + field, value, bound));
        }
        return this;
    }

    /** Notes a temperature that is neither 0, where that means the likeliest token, nor one that logits can be divided by. */
    public Violations requireTemperature(String field, @Nullable Number value) {
        boolean holds =
                value == null || value.doubleValue() == 0 || value.doubleValue() >= GenerationConfig.LOWEST_TEMPERATURE;
        return require(holds, field, value, "must be 0 or at least 0.000001");
    }

    /** Notes several beams where a temperature makes the search one of chance. */
    public Violations requireBeams(String field, int beams, double temperature) {
        return require(beams == 1 || temperature == 0, field, beams, "must be 1 with a temperature above 0");
    }

    /** Notes that something was given more than once. */
    public Violations requireOnce(String field, @Nullable Object value, int times) {
        return require(times <= 1, field, value, "must be given once, not %d times".formatted(times));
    }

    /** Throws if anything was noted. */
    public void raise() {
        if (!found.isEmpty()) {
            throw new InvalidRequestException(found);
        }
    }
}
