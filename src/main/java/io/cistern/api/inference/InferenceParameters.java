package io.cistern.api.inference;

import io.cistern.api.problem.ExpectedKindException;
import io.cistern.api.text.GenerateParameters;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.node.ObjectNode;

/** Reads the parameters of {@code /generate}, whose limit of tokens the protocol calls {@code max_tokens}. */
final class InferenceParameters extends ValueDeserializer<GenerateParameters> {

    private static final String LIMIT = "max_tokens";
    private static final String NATIVE_LIMIT = "max_new_tokens";

    @Override
    public GenerateParameters deserialize(JsonParser parser, DeserializationContext context) {
        JsonNode node = context.readTree(parser);
        if (node instanceof ObjectNode parameters && parameters.has(LIMIT)) {
            if (parameters.hasNonNull(NATIVE_LIMIT)) {
                throw new ExpectedKindException(
                        parser, GenerateParameters.class, "must not have both max_tokens and max_new_tokens");
            }
            parameters.set(NATIVE_LIMIT, parameters.remove(LIMIT));
        }
        return context.readTreeAsValue(node, GenerateParameters.class);
    }
}
