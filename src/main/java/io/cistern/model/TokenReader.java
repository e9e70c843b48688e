package io.cistern.model;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Reads token ids of config.json and generation_config.json. One that is not in the vocabulary is refused with an
 * {@link UnsupportedModelException} that names the file and the key.
 */
public final class TokenReader {

    private static final String END_OF_SEQUENCE = "eos_token_id";

    private final ConfigReader reader;
    private final int vocabularySize;

    public TokenReader(ConfigReader reader, int vocabularySize) {
        this.reader = reader;
        this.vocabularySize = vocabularySize;
    }

    /** Returns a token, or anything else that is counted in tokens of the vocabulary. */
    public OptionalInt optional(String name) {
        JsonNode value = reader.generation(name);
        return ConfigReader.isAbsent(value) ? OptionalInt.empty() : OptionalInt.of(known(name, name, value));
    }

    public int token(String name, int absent) {
        OptionalInt id = optional(name);
        return id.isPresent() ? id.getAsInt() : knownDefault(name, absent);
    }

    /** Returns a list of tokens, empty if there is none. */
    public List<Integer> list(String name) {
        JsonNode list = reader.generation(name);
        if (!list.isArray() && !ConfigReader.isAbsent(list)) {
            throw refused(name, name, list, "a list of tokens");
        }
        return IntStream.range(0, list.size())
                .mapToObj(i -> known(name, "%s[%d]".formatted(name, i), list.get(i)))
                .toList();
    }

    /** Returns tokens by their names, empty if there are none. */
    public Map<String, Integer> byName(String name) {
        JsonNode members = reader.generation(name);
        if (!members.isObject() && !ConfigReader.isAbsent(members)) {
            throw refused(name, name, members, "an object of tokens");
        }
        Map<String, Integer> ids = new TreeMap<>();
        members.properties()
                .forEach(member ->
                        ids.put(member.getKey(), known(name, name + "." + member.getKey(), member.getValue())));
        return ids;
    }

    /** Returns the tokens that end a sequence: one, or a list. */
    public Set<Integer> endOfSequence(int absent) {
        if (!reader.generation(END_OF_SEQUENCE).isArray()) {
            return Set.of(token(END_OF_SEQUENCE, absent));
        }
        List<Integer> ids = list(END_OF_SEQUENCE);
        return ids.isEmpty() ? Set.of(knownDefault(END_OF_SEQUENCE, absent)) : Set.copyOf(ids);
    }

    private int known(String name, String place, JsonNode value) {
        if (!ConfigReader.isWhole(value, 0, vocabularySize - 1)) {
            throw refused(
                    name,
                    place,
                    value,
                    "a whole number from 0 to %d, below vocab_size of config.json".formatted(vocabularySize - 1));
        }
        return value.asInt();
    }

    private int knownDefault(String name, int absent) {
        if (absent >= vocabularySize) {
            throw new UnsupportedModelException(
                    "config.json: %s is missing, and its default, %d, is not below vocab_size, %d"
                            .formatted(name, absent, vocabularySize));
        }
        return absent;
    }

    private UnsupportedModelException refused(String name, String place, JsonNode value, String expected) {
        return new UnsupportedModelException(
                "%s: %s is %s and must be %s".formatted(reader.file(name), place, value, expected));
    }
}
