package io.cistern.api.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a misspelt one was probably meant to be. */
public final class NearestName {

    private static final int LONGEST = 64;

    private NearestName() {}

    /** Returns the name with the fewest differing letters, if at most a third of the letters differ. */
    public static Optional<String> of(String given, Collection<String> known) {
        if (given.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream()
                .filter(name -> distance(given, name) * 3 <= Math.max(given.length(), name.length()))
                .min(Comparator.comparingInt(name -> distance(given, name)));
    }

    /** Returns Levenshtein's distance; only one row of its table is kept. */
    public static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
