package io.cistern.generation.stopping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopStringsTests {

    @Test
    void textEndsBeforeTheEarliestStopString() {
        StopStrings stops = StopStrings.of(List.of("END", "\n\n", "stop"));
        assertThat(stops.endOf("a stop, END")).hasValue(2);
        assertThat(stops.endOf("ENDEND")).hasValue(0);
        assertThat(stops.endOf("no such thing")).isEmpty();
        assertThat(stops.cut("first\n\nsecond")).isEqualTo("first");
        assertThat(stops.cut("untouched")).isEqualTo("untouched");
    }

    @Test
    void earliestBeginningCountsWhereStopStringsOverlap() {
        StopStrings stops = StopStrings.of(List.of("b", "abc"));
        assertThat(stops.endOf("xabc")).hasValue(1);
        assertThat(stops.endOf("xab")).hasValue(2);
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "xyz, 0", "xa, 1", "xab, 2", "xaba, 3", "aab, 2", "xabab, 4", "aba, 3", "b, 0", "xb#, 1"})
    void holdsBackTheLongestBeginning(String text, int expected) {
        assertThat(StopStrings.of(List.of("abac", "ababc", "#!")).heldBack(text))
                .isEqualTo(expected);
    }

    @Test
    void wholeStopStringsOfOneCharacterHoldNothingBack() {
        assertThat(StopStrings.of(List.of("\n")).heldBack("text")).isZero();
    }

    @Test
    void noStopStringsNeverStop() {
        StopStrings stops = StopStrings.of(List.of());
        assertThat(stops.endOf("anything")).isEmpty();
        assertThat(stops.heldBack("anything")).isZero();
    }

    @Test
    void emptyStopStringsAreRefused() {
        assertThatThrownBy(() -> StopStrings.of(List.of("a", "")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
    }

    /** Streams texts in pieces of random length: what was shown is never taken back, whatever the borders. */
    @Test
    void shownTextIsTheCutTextHoweverItArrives() {
        long seed = 7;
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        StopStrings stops = StopStrings.of(List.of("aab", "abba", "bbb"));
        for (int round = 0; round < 2000; round++) {
            String text = randomText(random);
            assertThat(streamed(stops, text, random)).as(text).isEqualTo(stops.cut(text));
        }
    }

    private static String streamed(StopStrings stops, String text, Random random) {
        StringBuilder shown = new StringBuilder();
        for (int arrived = 0; arrived < text.length(); ) {
            arrived = Math.min(text.length(), arrived + 1 + random.nextInt(3));
            String sofar = text.substring(0, arrived);
            if (stops.endOf(sofar).isPresent()) {
                return shown.append(
                                stops.cut(sofar),
                                shown.length(),
                                stops.cut(sofar).length())
                        .toString();
            }
            shown.append(sofar, shown.length(), arrived - stops.heldBack(sofar));
        }
        return shown.append(text, shown.length(), text.length()).toString();
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append((char) ('a' + random.nextInt(3)));
        }
        return text.toString();
    }
}
