package io.cistern.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads config.json and generation_config.json, whose values come first where both may have one. */
public final class ConfigReader {

    private final JsonNode config;
    private final JsonNode generationConfig;

    public ConfigReader(JsonNode config, Optional<JsonNode> generationConfig) {
        this.config = config;
        this.generationConfig = generationConfig.orElse(MissingNode.getInstance());
    }

    /** Returns a number of config.json that must be at least 1 where it is there. */
    public int positive(String name, int absent) {
        JsonNode value = config.path(name);
        return isAbsent(value) ? absent : positive(name, value);
    }

    /** Returns a number of config.json that must be there and at least 1. */
    public int positive(String name) {
        return positive(name, config.path(name));
    }

    /** Returns a member of generation_config.json or else of config.json, a missing or null node if neither has one. */
    public JsonNode generation(String name) {
        JsonNode first = generationConfig.path(name);
        return isAbsent(first) ? config.path(name) : first;
    }

    public int token(String name, int absent) {
        JsonNode value = generation(name);
        return value.isIntegralNumber() ? value.asInt() : absent;
    }

    /** Returns a list of tokens, empty if there is none. */
    public List<Integer> tokens(String name) {
        return generation(name).valueStream().map(JsonNode::asInt).toList();
    }

    /** Returns the tokens that end a sequence. */
    public Set<Integer> endOfSequence(int absent) {
        JsonNode value = generation("eos_token_id");
        Set<Integer> ids = new LinkedHashSet<>(tokens("eos_token_id"));
        if (value.isIntegralNumber()) {
            ids.add(value.asInt());
        }
        return ids.isEmpty() ? Set.of(absent) : ids;
    }

    private static int positive(String name, JsonNode value) {
        if (!value.isIntegralNumber() || value.asLong() < 1 || value.asLong() > Integer.MAX_VALUE) {
            String found = value.isMissingNode() ? "missing" : value.toString();
            throw new UnsupportedModelException(
                    "config.json: %s is %s and must be a whole number of at least 1".formatted(name, found));
        }
        return value.asInt();
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
