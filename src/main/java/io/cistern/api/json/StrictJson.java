package io.cistern.api.json;

import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.json.JsonMapper;

/**
 * Takes a request for what it says: no type is turned into another, no key occurs twice, no field is unknown. A null is
 * the same as an absent field everywhere, also where the field is unknown, because clients send nulls for parameters
 * that only other servers have.
 */
public final class StrictJson implements JsonMapperBuilderCustomizer {

    @Override
    public void customize(JsonMapper.Builder builder) {
        builder.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .addModule(StrictScalar.module())
                .addHandler(new NullsOfUnknownFields());
    }

    private static final class NullsOfUnknownFields extends DeserializationProblemHandler {

        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser parser,
                ValueDeserializer<?> deserializer,
                Object beanOrClass,
                String name) {
            return parser.currentToken() == JsonToken.VALUE_NULL;
        }
    }
}
