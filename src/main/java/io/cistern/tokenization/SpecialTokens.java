package io.cistern.tokenization;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The tokens of a vocabulary that stand for something other than text.
 *
 * @param names name of each by its id
 */
record SpecialTokens(Map<Integer, String> names) {

    SpecialTokens {
        names = Map.copyOf(names);
    }

    boolean contains(int id) {
        return names.containsKey(id);
    }

    String name(int id) {
        return names.getOrDefault(id, "");
    }

    OptionalInt id(String name) {
        return names.entrySet().stream()
                .filter(token -> token.getValue().equals(name))
                .mapToInt(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the ids by name. */
    Map<String, Integer> ids() {
        return names.entrySet().stream().collect(toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey, Math::min));
    }

    /** Returns the ids that stand for text. */
    int[] removeFrom(int[] ids) {
        return Arrays.stream(ids).filter(id -> !contains(id)).toArray();
    }
}
