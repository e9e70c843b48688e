package io.cistern.api.problem;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request is well-formed JSON of the right types and still asks for what cannot be. */
public final class InvalidRequestException extends RuntimeException {

    /** A request can break a rule once per element; an answer that lists them all would be larger than the request. */
    private static final int MOST_SHOWN = 16;

    private final List<Violation> violations;

    public InvalidRequestException(List<Violation> violations) {
        super(shown(violations).map(Violation::message).collect(Collectors.joining("; ")) + more(violations.size()));
        this.violations = shown(violations).toList();
    }

    private static Stream<Violation> shown(List<Violation> violations) {
        return violations.stream().limit(MOST_SHOWN);
    }

    private static String more(int found) {
        return found <= MOST_SHOWN ? "" : "; and %d more".formatted(found - MOST_SHOWN);
    }

    public InvalidRequestException(String field, @Nullable Object value, String bound) {
        this(List.of(new Violation(field, value, bound)));
    }

    public List<Violation> violations() {
        return violations;
    }
}
