package io.cistern.api.openai;

import io.cistern.api.problem.ExpectedKindException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The {@code prompt} of a completion: one text or several. OpenAI's other form, token ids, is refused, because a
 * model's input here is text.
 */
@JsonDeserialize(using = Prompt.Deserializer.class)
@Schema(oneOf = {String.class, String[].class})
record Prompt(List<String> texts, boolean single) {

    /** Reads a string or an array of strings. */
    static final class Deserializer extends ValueDeserializer<Prompt> {

        @Override
        public Prompt deserialize(JsonParser parser, DeserializationContext context) {
            JsonNode node = context.readTree(parser);
            if (node.isString()) {
                return new Prompt(List.of(node.stringValue()), true);
            }
            if (!node.isArray()
                    || !StreamSupport.stream(node.spliterator(), false).allMatch(JsonNode::isString)) {
                throw new ExpectedKindException(
                        parser, Prompt.class, "must be a string or an array of strings; token ids are not available");
            }
            return new Prompt(
                    StreamSupport.stream(node.spliterator(), false)
                            .map(JsonNode::stringValue)
                            .toList(),
                    false);
        }
    }
}
