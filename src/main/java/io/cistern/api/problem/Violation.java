package io.cistern.api.problem;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One field of a request that breaks a rule.
 *
 * @param field where it stands in the JSON, such as {@code parameters.top_p}
 * @param value what was given
 * @param bound what it must be, as the end of a sentence
 */
public record Violation(
        @Schema(example = "parameters.top_p") String field,
        @Schema(example = "1.5") @Nullable Object value,
        @Schema(example = "must be less than 1") String bound) {

    private static final int SHOWN_CHARACTERS = 80;

    public Violation {
        field = shortened(field);
        value = value == null || value instanceof Number || value instanceof Boolean ? value : shortened(value);
    }

    /** Returns the whole sentence: field, value and bound. */
    @JsonProperty
    public String message() {
        return value == null ? "%s %s".formatted(field, bound) : "%s is %s and %s".formatted(field, shown(), bound);
    }

    private String shown() {
        return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }

    private static String shortened(Object value) {
        String text = value.toString();
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
