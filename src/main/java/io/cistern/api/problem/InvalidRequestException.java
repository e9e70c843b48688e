package io.cistern.api.problem;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A request is well-formed JSON of the right types and still asks for what cannot be. */
public final class InvalidRequestException extends RuntimeException {

    private final List<Violation> violations;

    public InvalidRequestException(List<Violation> violations) {
        super(violations.stream().map(Violation::message).collect(Collectors.joining("; ")));
        this.violations = List.copyOf(violations);
    }

    public InvalidRequestException(String field, @Nullable Object value, String bound) {
        this(List.of(new Violation(field, value, bound)));
    }

    public List<Violation> violations() {
        return violations;
    }
}
