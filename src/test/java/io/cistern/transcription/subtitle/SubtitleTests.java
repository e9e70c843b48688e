package io.cistern.transcription.subtitle;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.transcription.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubtitleTests {

    private static Segment segment(double start, double end, String text) {
        return new Segment(0, 0, start, end, text, List.of(), 0, 0, 0, 0, List.of());
    }

    @Test
    void subRipNumbersCues() {
        assertThat(SubRip.format(List.of(segment(0, 8, " And so"), segment(8, 3671.5, " ask"))))
                .isEqualTo("""
                        1
                        00:00:00,000 --> 00:00:08,000
                        And so

                        2
                        00:00:08,000 --> 01:01:11,500
                        ask

                        """);
    }

    @Test
    void webVttBeginsWithItsName() {
        assertThat(WebVtt.format(List.of(segment(0.5, 2.025, " And so")))).isEqualTo("""
                        WEBVTT

                        00:00:00.500 --> 00:00:02.025
                        And so

                        """);
    }

    @Test
    void markupAndArrowsStayText() {
        List<Segment> segments = List.of(segment(0, 1, "a --> b <i> & c"));
        assertThat(SubRip.format(segments)).contains("a -> b <i> & c");
        assertThat(WebVtt.format(segments)).contains("a --&gt; b &lt;i&gt; &amp; c");
    }

    @Test
    void linesAreJoinedAndBlankSegmentsLeftOut() {
        List<Segment> segments = List.of(segment(0, 1, " \n "), segment(1, 2, "a\n\nb"));
        assertThat(SubRip.format(segments)).isEqualTo("1\n00:00:01,000 --> 00:00:02,000\na b\n\n");
    }

    @Test
    void cuesNeverOverlapAndAreNeverEmpty() {
        List<Segment> segments = List.of(segment(0, 3, "a"), segment(2, 2, "b"), segment(2, 4, "c"));
        assertThat(Cue.of(segments))
                .containsExactly(new Cue(0, 2000, "a"), new Cue(2000, 2001, "b"), new Cue(2001, 4000, "c"));
    }

    @Test
    void silenceHasNoCues() {
        assertThat(SubRip.format(List.of())).isEmpty();
        assertThat(WebVtt.format(List.of())).isEqualTo("WEBVTT\n\n");
    }
}
