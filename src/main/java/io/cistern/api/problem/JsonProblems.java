package io.cistern.api.problem;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Explains why a body could not be read, in the words of JSON and without those of Java. */
final class JsonProblems {

    private static final Set<String> PARAMETER_OBJECTS =
            Set.of("parameters", "generate_parameters", "generation_parameters");

    private JsonProblems() {}

    static Problem explain(JacksonException failure) {
        // No path: the body as a whole is not the one object that was expected.
        if (!(failure instanceof DatabindException) || failure.getPath().isEmpty()) {
            return new Problem(ProblemType.MALFORMED_REQUEST, malformed(failure));
        }
        return Problem.of(ProblemType.VALIDATION, List.of(violation(failure)));
    }

    private static String malformed(JacksonException failure) {
        TokenStreamLocation location = failure.getLocation();
        String place = location == null || location.getLineNr() < 0
                ? ""
                : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
        String reason = failure instanceof MismatchedInputException ? "it must be one object" : reason(failure);
        return "the body is not a JSON request%s: %s".formatted(place, reason);
    }

    /** Leaves out what Jackson says to programmers: where a bracket was opened, and which setting bounds a length. */
    private static String reason(JacksonException failure) {
        return failure.getOriginalMessage().replaceAll(" \\(start marker.*|, from `[^`]*`", "");
    }

    private static Violation violation(JacksonException failure) {
        String field = field(failure.getPath());
        if (failure instanceof UnrecognizedPropertyException unknown) {
            return new Violation(field, null, "is not known" + suggestion(unknown));
        }
        return new Violation(field, value(failure), bound(failure));
    }

    private static String suggestion(UnrecognizedPropertyException unknown) {
        Collection<Object> known = unknown.getKnownPropertyIds();
        List<String> names =
                known == null ? List.of() : known.stream().map(Object::toString).toList();
        String given = unknown.getPropertyName();
        FieldPlaces places = FieldPlaces.of(unknown.getPath());
        return places.of(given)
                .or(() -> NearestName.of(given, names))
                .or(() -> places.nearest(given))
                .map("; did you mean %s?"::formatted)
                .orElseGet(() -> "%s; known are %s".formatted(unwrapped(given), String.join(", ", names)));
    }

    /** Some protocols keep their parameters in an object; whoever sends it to another has to hear that. */
    private static String unwrapped(String given) {
        return PARAMETER_OBJECTS.contains(given) ? ": parameters stand beside the other fields here" : "";
    }

    private static @Nullable Object value(JacksonException failure) {
        return failure instanceof InvalidFormatException format ? format.getValue() : null;
    }

    private static String bound(JacksonException failure) {
        if (failure instanceof ExpectedKindException expected) {
            return expected.getOriginalMessage();
        }
        Class<?> target = failure instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        return target != null && Collection.class.isAssignableFrom(target) ? "must be an array" : "must be an object";
    }

    private static String field(List<JacksonException.Reference> path) {
        StringBuilder field = new StringBuilder();
        for (JacksonException.Reference step : path) {
            if (step.getPropertyName() == null) {
                field.append('[').append(step.getIndex()).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return field.toString();
    }
}
