package io.cistern.transcription.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cistern.transcription.ByteSpeechTokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WordAlignmentTests {

    private final ByteSpeechTokenizer tokenizer = new ByteSpeechTokenizer();

    private List<String> split(String text, String language) {
        return new WordSplitter(tokenizer)
                .split(ids(text), language).stream().map(TokenRun::text).toList();
    }

    private static int[] ids(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int[] ids = new int[bytes.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = bytes[i] & 0xff;
        }
        return ids;
    }

    private static WordTiming word(String text, double start, double end) {
        return new WordTiming(text, 1, start, end, 1);
    }

    private static List<String> joined(String... texts) {
        List<WordTiming> words = new ArrayList<>(
                Arrays.stream(texts).map(text -> word(text, 0, 1)).toList());
        Punctuation.join(words);
        return words.stream()
                .map(WordTiming::text)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    @Test
    void spacesAndPunctuationSplitWords() {
        assertThat(split(" Ask not, élan!", "en")).containsExactly(" Ask", " not", ",", " élan", "!");
    }

    @Test
    void languagesWithoutSpacesAreSplitIntoCharacters() {
        assertThat(split("知識が、", "ja")).containsExactly("知", "識", "が", "、");
        assertThat(split("知識が", "en")).containsExactly("知識が");
    }

    @Test
    void bytesThatAreNoCharacterStandAlone() {
        int[] broken = {'a', 0xe7, 0x9f};
        assertThat(new WordSplitter(tokenizer).split(broken, "ja"))
                .extracting(TokenRun::text)
                .containsExactly("a", "\uFFFD", "\uFFFD");
    }

    @Test
    void punctuationBelongsToItsWord() {
        assertThat(joined(" He", " said", ",", " \"", "Stop", "!", "\""))
                .containsExactly(" He", " said,", " \"Stop!\"");
        assertThat(joined(" (", "a", ")", ".")).containsExactly(" (a).");
    }

    @Test
    void wordsBesideSentenceEndsAreNotLongerThanTwiceTheMedian() {
        List<WordTiming> words = new ArrayList<>(List.of(
                word(" a", 0, 0.2), word(" b", 0.2, 0.4), word(".", 0.4, 3), word(" c", 3, 5), word(" d", 5, 5.2)));
        WordDurations durations = WordDurations.of(words);
        assertThat(durations.median()).isCloseTo(0.2, within(1e-9));
        durations.shortenAtSentenceEnds(words);
        assertThat(words.get(2).end()).isCloseTo(0.8, within(1e-9));
        assertThat(words.get(3).start()).isCloseTo(4.6, within(1e-9));
    }

    @Test
    void theMedianIsBoundedAndIgnoresWordsWithoutTime() {
        assertThat(WordDurations.of(List.of(word("a", 0, 3), word("b", 3, 3))).median())
                .isEqualTo(0.7);
        assertThat(WordDurations.of(List.of()).median()).isZero();
        assertThat(WordDurations.of(List.of(word("a", 0, 0.2), word("b", 0, 0.4)))
                        .median())
                .isCloseTo(0.3, within(1e-9));
    }

    @Test
    void wordsTakeTheTimesAndProbabilitiesOfTheirTokens() {
        float[] probabilities = {1, .5f, .6f, 1};
        double[] seconds = {0, .2, .4, .6, .8};
        List<WordTiming> words = WordAlignment.of(tokenizer, ids(" ab."), probabilities, seconds, "en")
                .words();
        assertThat(words.get(0).text()).isEqualTo(" ab.");
        assertThat(words.get(0).tokens()).isEqualTo(4);
        assertThat(words.get(0).start()).isZero();
        assertThat(words.get(0).end()).isEqualTo(.6);
        assertThat(words.get(0).probability()).isCloseTo(.7f, within(1e-6f));
    }
}
