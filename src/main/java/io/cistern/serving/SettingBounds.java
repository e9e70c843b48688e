package io.cistern.serving;

/** Bounds of settings for which the validator has no annotation. */
final class SettingBounds {

    private SettingBounds() {}

    /** @throws IllegalArgumentException with the setting, its value and its bound, if the value is below it */
    static <T extends Comparable<T>> void requireAtLeast(T least, T value, String setting) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException("%s is %s and must be at least %s".formatted(setting, value, least));
        }
    }
}
