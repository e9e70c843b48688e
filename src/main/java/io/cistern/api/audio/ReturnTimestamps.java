package io.cistern.api.audio;

import io.cistern.api.problem.ExpectedKindException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Transformers' {@code return_timestamps}: false, true or "word". */
@JsonDeserialize(using = ReturnTimestamps.Deserializer.class)
enum ReturnTimestamps {
    NONE,
    SEGMENT,
    WORD;

    /** Reads a boolean or the word. */
    static final class Deserializer extends ValueDeserializer<ReturnTimestamps> {

        @Override
        public ReturnTimestamps deserialize(JsonParser parser, DeserializationContext context) {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_FALSE) {
                return NONE;
            }
            if (token == JsonToken.VALUE_TRUE) {
                return SEGMENT;
            }
            if (token == JsonToken.VALUE_STRING && parser.getString().equals("word")) {
                return WORD;
            }
            throw new ExpectedKindException(parser, ReturnTimestamps.class, "must be true, false or \"word\"");
        }
    }
}
