package io.cistern.api.problem;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.InvalidFormatException;

/** A value is none of the JSON types that its field takes. */
public final class ExpectedKindException extends InvalidFormatException {

    public ExpectedKindException(JsonParser parser, Class<?> target, String expectation) {
        this(parser, target, expectation, scalar(parser));
    }

    /** @param given what is shown of the value; null if it is too long to be read for that */
    public ExpectedKindException(JsonParser parser, Class<?> target, String expectation, @Nullable Object given) {
        super(parser, expectation, given, target);
    }

    private static @Nullable Object scalar(JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            default -> null;
        };
    }
}
