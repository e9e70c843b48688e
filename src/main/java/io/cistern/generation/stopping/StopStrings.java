package io.cistern.generation.stopping;

import java.util.List;
import java.util.OptionalInt;

/**
 * Strings that a text ends before. They are sought in the decoded text, so it does not matter which tokens spell them
 * or how those are cut.
 */
public final class StopStrings {

    private final List<String> strings;
    private final int longest;

    private StopStrings(List<String> strings) {
        this.strings = List.copyOf(strings);
        this.longest = strings.stream().mapToInt(String::length).max().orElse(0);
    }

    /**
     * Returns the stop strings of a request.
     *
     * @throws IllegalArgumentException if one is empty, for every text would end at its start
     */
    public static StopStrings of(List<String> strings) {
        if (strings.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("A stop string is empty: " + strings + "; each needs a character");
        }
        return new StopStrings(strings);
    }

    /** Returns the length to which {@code text} must be cut: where the earliest stop string begins, if one occurs. */
    public OptionalInt endOf(String text) {
        return strings.stream()
                .mapToInt(text::indexOf)
                .filter(start -> start >= 0)
                .min();
    }

    /** Returns {@code text} up to the earliest stop string, all of it if none occurs. */
    public String cut(String text) {
        return text.substring(0, endOf(text).orElse(text.length()));
    }

    /**
     * Returns how many last characters of a text without stop string may begin one, and must not be shown until more
     * text tells.
     */
    public int heldBack(String text) {
        int length = Math.min(longest - 1, text.length());
        while (length > 0 && !begins(text, length)) {
            length--;
        }
        return Math.max(length, 0);
    }

    private boolean begins(String text, int length) {
        return strings.stream()
                .anyMatch(string ->
                        string.length() > length && string.regionMatches(0, text, text.length() - length, length));
    }
}
