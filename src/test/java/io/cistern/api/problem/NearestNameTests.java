package io.cistern.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTests {

    @ParameterizedTest
    @CsvSource({"kitten, sitting, 3", "flaw, lawn, 2", "'', abc, 3", "abc, '', 3", "same, same, 0"})
    void distanceCountsChangedLetters(String from, String to, int expected) {
        assertThat(NearestName.distance(from, to)).isEqualTo(expected);
        assertThat(NearestName.distance(to, from)).isEqualTo(expected);
    }

    @Test
    void nearestIsTheOneWithFewestChanges() {
        List<String> known = List.of("max_new_tokens", "min_new_tokens", "top_k");
        assertThat(NearestName.of("max_new_token", known)).contains("max_new_tokens");
        assertThat(NearestName.of("banana", known)).isEmpty();
        assertThat(NearestName.of("x".repeat(100_000), known)).isEmpty();
    }
}
