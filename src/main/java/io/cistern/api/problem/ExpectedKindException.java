package io.cistern.api.problem;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.InvalidFormatException;

/** A value is none of the JSON types that its field takes. */
public final class ExpectedKindException extends InvalidFormatException {

    public ExpectedKindException(JsonParser parser, Class<?> target, String expectation) {
        super(parser, expectation, scalar(parser), target);
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
