package io.cistern.tokenization;

import java.util.regex.Pattern;

/** Halves of UTF-16 pairs, which have no UTF-8 form. */
final class LoneSurrogates {

    // A regular expression reads code points, so a surrogate it sees has no partner.
    private static final Pattern PATTERN = Pattern.compile("[\\x{D800}-\\x{DFFF}]");

    private LoneSurrogates() {}

    /** Returns a text of the same length with U+FFFD in the place of each. */
    static String replace(String text) {
        return PATTERN.matcher(text).replaceAll("\uFFFD");
    }
}
