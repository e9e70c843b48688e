package io.cistern.transcription;

import static io.cistern.transcription.ByteSpeechTokenizer.END;
import static io.cistern.transcription.ByteSpeechTokenizer.VOCABULARY;
import static io.cistern.transcription.ByteSpeechTokenizer.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CertainTextTests {

    private final List<String> told = new ArrayList<>();
    private final CertainText text = new CertainText(new ByteSpeechTokenizer(), VOCABULARY, 1000, told::add);

    private void write(Object... parts) {
        IntStream.of(tokens(parts)).forEach(text::add);
    }

    @Test
    void theFirstSegmentIsToldTokenByToken() {
        write(0, " ab");
        assertThat(told).containsExactly(" a", "b");
    }

    @Test
    void theOthersAreToldWhenTheyEnd() {
        write(0, "ab", 4, 4, " cd");
        assertThat(String.join("", told)).isEqualTo("ab");
        write(6);
        assertThat(String.join("", told)).isEqualTo("ab cd");
    }

    @Test
    void aSegmentWithoutEndIsNotTold() {
        write(0, "ab", 4, 4, " cd");
        text.add(END);
        assertThat(String.join("", told)).isEqualTo("ab");
    }

    @Test
    void charactersAreNeverSplit() {
        write(0, "知識");
        assertThat(told).containsExactly("知", "識");
    }

    @Test
    void blankSegmentsAndThoseBehindTheEndAreLeftOut() {
        write(0, " ", 1, 1, "ab", 2, 10, "cd", 11);
        assertThat(String.join("", told)).isEqualTo("ab");
    }
}
