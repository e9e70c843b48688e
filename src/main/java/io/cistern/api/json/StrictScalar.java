package io.cistern.api.json;

import io.cistern.api.problem.ExpectedKindException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads a value of one JSON type and refuses all others. Jackson's own coercion settings leave gaps: "NaN" is a number
 * to them, and an array in an array of strings goes astray.
 */
final class StrictScalar<T> extends ValueDeserializer<T> {

    private final Class<T> type;
    private final Set<JsonToken> tokens;
    private final Function<JsonParser, T> reader;
    private final String expectation;

    private StrictScalar(Class<T> type, Set<JsonToken> tokens, Function<JsonParser, T> reader, String expectation) {
        this.type = type;
        this.tokens = tokens;
        this.reader = reader;
        this.expectation = expectation;
    }

    static SimpleModule module() {
        Set<JsonToken> integer = EnumSet.of(JsonToken.VALUE_NUMBER_INT);
        Set<JsonToken> number = EnumSet.of(JsonToken.VALUE_NUMBER_INT, JsonToken.VALUE_NUMBER_FLOAT);
        Set<JsonToken> bool = EnumSet.of(JsonToken.VALUE_TRUE, JsonToken.VALUE_FALSE);
        Set<JsonToken> string = EnumSet.of(JsonToken.VALUE_STRING);
        SimpleModule module = new SimpleModule("strict-scalars");
        add(module, Integer.class, integer, JsonParser::getIntValue, "must be a 32-bit integer");
        add(module, Long.class, integer, JsonParser::getLongValue, "must be a 64-bit integer");
        add(module, Double.class, number, JsonParser::getDoubleValue, "must be a number");
        add(module, Boolean.class, bool, JsonParser::getBooleanValue, "must be true or false");
        add(module, String.class, string, JsonParser::getString, "must be a string");
        return module;
    }

    private static <T> void add(
            SimpleModule module,
            Class<T> type,
            Set<JsonToken> tokens,
            Function<JsonParser, T> reader,
            String expected) {
        module.addDeserializer(type, new StrictScalar<>(type, tokens, reader, expected));
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) {
        if (!tokens.contains(parser.currentToken())) {
            throw new ExpectedKindException(parser, type, expectation);
        }
        try {
            return reader.apply(parser);
        } catch (InputCoercionException outOfRange) {
            throw new ExpectedKindException(parser, type, expectation);
        }
    }
}
