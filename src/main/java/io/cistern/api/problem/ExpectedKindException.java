package io.cistern.api.problem;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.exc.MismatchedInputException;

/** A value of a field that takes several JSON types has none of them. */
public final class ExpectedKindException extends MismatchedInputException {

    public ExpectedKindException(JsonParser parser, Class<?> target, String expectation) {
        super(parser, expectation, target);
    }
}
