package io.cistern.api.text;

import io.cistern.api.problem.ExpectedKindException;
import io.cistern.generation.GenerationConfig;
import io.swagger.v3.oas.annotations.media.Schema;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/** Transformers' {@code early_stopping}: false, true or "never". */
@JsonDeserialize(using = EarlyStopping.Deserializer.class)
@Schema(oneOf = {Boolean.class, String.class})
public record EarlyStopping(GenerationConfig.EarlyStopping rule) {

    /** Reads a boolean or the word. */
    static final class Deserializer extends ValueDeserializer<EarlyStopping> {

        @Override
        public EarlyStopping deserialize(JsonParser parser, DeserializationContext context) {
            return new EarlyStopping(rule(parser));
        }

        private static GenerationConfig.EarlyStopping rule(JsonParser parser) {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_TRUE) {
                return GenerationConfig.EarlyStopping.WHEN_ENOUGH_CANDIDATES;
            }
            if (token == JsonToken.VALUE_FALSE) {
                return GenerationConfig.EarlyStopping.HEURISTIC;
            }
            if (token == JsonToken.VALUE_STRING && parser.getString().equals("never")) {
                return GenerationConfig.EarlyStopping.NEVER;
            }
            throw new ExpectedKindException(parser, EarlyStopping.class, "must be true, false or \"never\"");
        }
    }
}
