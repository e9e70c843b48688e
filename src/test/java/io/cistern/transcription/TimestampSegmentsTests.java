package io.cistern.transcription;

import static io.cistern.transcription.ByteSpeechTokenizer.VOCABULARY;
import static io.cistern.transcription.ByteSpeechTokenizer.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.transcription.TimestampSegments.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimestampSegmentsTests {

    private static TimestampSegments read(int frames, Object... parts) {
        return TimestampSegments.of(tokens(parts), VOCABULARY, frames);
    }

    private static List<List<Integer>> times(TimestampSegments segments) {
        return segments.spans().stream()
                .map(span -> List.of(span.start(), span.end()))
                .toList();
    }

    @Test
    void oneTimestampAtTheEndMeansNothingFollows() {
        TimestampSegments segments = read(3000, 0, "ab", 8, 8, "cd", 11);
        assertThat(times(segments)).containsExactly(List.of(0, 800), List.of(800, 1100));
        assertThat(segments.frames()).isEqualTo(3000);
        assertThat(segments.spans().get(1).tokens()).isEqualTo(tokens(8, "cd", 11));
        assertThat(segments.spans().get(1).from()).isEqualTo(4);
    }

    @Test
    void twoTimestampsAtTheEndContinueThere() {
        TimestampSegments segments = read(3000, 0, "ab", 8, 8, "cd", 28.24, 28.24);
        assertThat(times(segments)).containsExactly(List.of(0, 800), List.of(800, 2824));
        assertThat(segments.frames()).isEqualTo(2824);
        assertThat(segments.spans().get(1).tokens()).isEqualTo(tokens(8, "cd", 28.24, 28.24));
    }

    @Test
    void whatHasNoEndIsReadAgain() {
        TimestampSegments segments = read(3000, 0, "ab", 8, 8, "cd");
        assertThat(times(segments)).containsExactly(List.of(0, 800));
        assertThat(segments.spans().get(0).tokens()).isEqualTo(tokens(0, "ab", 8, 8));
        assertThat(segments.frames()).isEqualTo(800);
    }

    @Test
    void withoutPairsTheLastTimestampEndsTheOnlySegment() {
        TimestampSegments segments = read(3000, 0, "ab", 7);
        assertThat(times(segments)).containsExactly(List.of(0, 700));
        assertThat(segments.frames()).isEqualTo(3000);
    }

    @Test
    void withoutTimestampsTheWindowIsTheSegment() {
        assertThat(times(read(1101, "ab"))).containsExactly(List.of(0, 1100));
        assertThat(times(read(3000, 0, "ab"))).containsExactly(List.of(0, 3000));
    }

    @Test
    void pausesBetweenSegmentsStayPauses() {
        assertThat(times(read(3000, 0, "ab", 7.34, 7.98, "cd", 10.48)))
                .containsExactly(List.of(0, 734), List.of(798, 1048));
    }

    @Test
    void nothingWrittenIsNoSegment() {
        assertThat(read(3000).spans()).isEmpty();
        assertThat(read(3000).frames()).isEqualTo(3000);
    }

    @Test
    void aWindowAlwaysMovesOn() {
        assertThat(read(3000, 0, 0).frames()).isEqualTo(3000);
        List<Span> spans = read(3000, 0, 0).spans();
        assertThat(spans).hasSize(1);
    }
}
