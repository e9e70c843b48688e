package io.cistern.model;

import java.util.Optional;
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

    /** Returns the name of the file that {@link #generation} has a member from. */
    String file(String name) {
        return isAbsent(generationConfig.path(name)) ? "config.json" : "generation_config.json";
    }

    private static int positive(String name, JsonNode value) {
        if (!isWhole(value, 1, Integer.MAX_VALUE)) {
            String found = value.isMissingNode() ? "missing" : value.toString();
            throw new UnsupportedModelException(
                    "config.json: %s is %s and must be a whole number of at least 1".formatted(name, found));
        }
        return value.asInt();
    }

    static boolean isWhole(JsonNode value, int least, int most) {
        return value.isIntegralNumber() && value.canConvertToInt() && value.asInt() >= least && value.asInt() <= most;
    }

    static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
