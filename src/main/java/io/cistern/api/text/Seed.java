package io.cistern.api.text;

import com.fasterxml.jackson.annotation.JsonValue;
import io.cistern.api.problem.ExpectedKindException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * A seed as Text Generation Inference has it, from 0 to 2^64 - 1.
 *
 * @param bits the number, whose upper half is negative here
 */
@JsonDeserialize(using = Seed.Deserializer.class)
public record Seed(long bits) {

    static final String LARGEST = "18446744073709551615";

    static @Nullable Seed of(@Nullable Long bits) {
        return bits == null ? null : new Seed(bits);
    }

    @JsonValue
    BigInteger number() {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    /** Reads an unsigned integer of 64 bits. */
    static final class Deserializer extends ValueDeserializer<Seed> {

        @Override
        public Seed deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
                BigInteger number = parser.getBigIntegerValue();
                if (number.signum() >= 0 && number.bitLength() <= Long.SIZE) {
                    return new Seed(number.longValue());
                }
            }
            throw new ExpectedKindException(parser, Seed.class, "must be an integer from 0 to " + LARGEST);
        }
    }
}
