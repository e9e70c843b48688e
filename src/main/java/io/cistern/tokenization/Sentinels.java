package io.cistern.tokenization;

import java.util.regex.Pattern;

/** T5's sentinels {@code <extra_id_N>}, the only special tokens that a text may spell. */
final class Sentinels {

    static final Pattern PATTERN = Pattern.compile("<extra_id_\\d+>");

    private Sentinels() {}

    static boolean isSentinel(String name) {
        return PATTERN.matcher(name).matches();
    }
}
