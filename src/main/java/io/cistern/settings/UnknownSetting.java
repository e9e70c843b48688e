package io.cistern.settings;

import org.jspecify.annotations.Nullable;

/**
 * A name below {@code cistern} that no setting has.
 *
 * @param origin where it is set, as far as that is known
 * @param nearest the setting that was probably meant
 */
record UnknownSetting(String name, String origin, @Nullable String nearest) {

    /** Returns whether a service that does without it would be open to more people than it should. */
    boolean isMeantToSecure() {
        return nearest != null && nearest.startsWith("cistern.security.");
    }

    /** Returns a sentence for people; it never has the value. */
    @Override
    public String toString() {
        String place = origin.isEmpty() ? "" : " (%s)".formatted(origin);
        String suggestion = nearest == null ? "" : "; did you mean %s?".formatted(nearest);
        return "%s%s is no setting%s".formatted(name, place, suggestion);
    }
}
