package io.cistern.transcription;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptWriterTests {

    private final List<String> told = new ArrayList<>();
    private final TranscriptWriter writer = new TranscriptWriter(new TranscriptListener() {
        @Override
        public void onText(String delta) {
            told.add(delta);
        }
    });

    static Segment segment(double start, double end, String text) {
        return new Segment(0, 0, start, end, text, List.of(), 0, 0, 0, 0, List.of());
    }

    @Test
    void deltasJoinedAreTheStrippedText() {
        writer.add(List.of(segment(0, 1, " ab "), segment(1, 2, "  cd ")));
        assertThat(told).containsExactly("ab", "   cd");
        assertThat(writer.text()).isEqualTo("ab   cd");
    }

    @Test
    void textToldAheadIsNotToldAgain() {
        writer.addAhead(" a");
        writer.addAhead("b");
        writer.add(List.of(segment(0, 1, " abc"), segment(1, 2, " d")));
        assertThat(told).containsExactly("a", "b", "c", " d");
    }

    @Test
    void textToldAheadMayReachOverSegments() {
        writer.addAhead(" ab cd");
        writer.add(List.of(segment(0, 1, " ab"), segment(1, 2, " cd")));
        assertThat(String.join("", told)).isEqualTo("ab cd");
    }

    @Test
    void segmentsAreNumbered() {
        writer.add(List.of(segment(0, 1, " a")));
        writer.add(List.of(segment(1, 2, " b")));
        assertThat(writer.segments()).extracting(Segment::id).containsExactly(0, 1);
    }
}
