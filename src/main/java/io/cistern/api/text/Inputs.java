package io.cistern.api.text;

import io.cistern.api.problem.ExpectedKindException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The {@code inputs} of a request: one text or several.
 *
 * @param texts the texts in order
 * @param single whether a text was given and not a list, so that the answer is one object
 */
@JsonDeserialize(using = Inputs.Deserializer.class)
@Schema(oneOf = {String.class, String[].class})
public record Inputs(List<String> texts, boolean single) {

    /** Reads a string or an array of strings. */
    static final class Deserializer extends ValueDeserializer<Inputs> {

        @Override
        public Inputs deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                return new Inputs(List.of(parser.getString()), true);
            }
            require(parser.currentToken() == JsonToken.START_ARRAY, parser);
            List<String> texts = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                require(parser.currentToken() == JsonToken.VALUE_STRING, parser);
                texts.add(parser.getString());
            }
            return new Inputs(List.copyOf(texts), false);
        }

        private static void require(boolean holds, JsonParser parser) {
            if (!holds) {
                throw new ExpectedKindException(parser, Inputs.class, "must be a string or an array of strings");
            }
        }
    }
}
