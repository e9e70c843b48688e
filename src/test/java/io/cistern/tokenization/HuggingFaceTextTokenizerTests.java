package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.tokenization.TransformersGoldens.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class HuggingFaceTextTokenizerTests {

    private static final Path T5 = TransformersGoldens.TOKENIZERS.resolve("t5-v1_1");

    private static TextTokenizer tokenizer;

    @BeforeAll
    static void load() {
        tokenizer = TokenizerLoader.load(T5);
    }

    @AfterAll
    static void close() {
        tokenizer.close();
    }

    static Stream<Golden> goldens() {
        return TransformersGoldens.of("t5");
    }

    static Stream<Golden> controlsAsText() {
        return TransformersGoldens.of("t5ControlsAsText");
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void encodesAsTransformersDoes(Golden golden) {
        assertThat(tokenizer.encode(golden.text())).containsExactly(golden.ids());
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void decodesAsTransformersDoes(Golden golden) {
        assertThat(tokenizer.decode(golden.ids())).isEqualTo(golden.decoded());
    }

    @ParameterizedTest
    @MethodSource("controlsAsText")
    void controlTokensInTextStayText(Golden golden) {
        assertThat(tokenizer.encode(golden.text())).containsExactly(golden.ids());
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void spansAreThoseOfTransformersInCodeUnits(Golden golden) {
        List<TokenSpan> tokens = tokenizer.tokenize(golden.text());

        assertThat(tokens).extracting(TokenSpan::id).containsExactlyElementsOf(boxed(golden.ids()));
        for (int i = 0; i < tokens.size() - 1; i++) {
            int[] span = golden.codePointSpans().get(i);
            assertThat(tokens.get(i).start()).isEqualTo(golden.text().offsetByCodePoints(0, span[0]));
            assertThat(tokens.get(i).stop()).isEqualTo(golden.text().offsetByCodePoints(0, span[1]));
        }
    }

    @Test
    void spanBehindAnEmojiCountsBothItsCodeUnits() {
        assertThat(tokenizer.tokenize("😀 hello"))
                .containsExactly(
                        new TokenSpan(3, " ", 0, 2),
                        new TokenSpan(2, "<unk>", 0, 2),
                        new TokenSpan(21820, " hello", 2, 8),
                        new TokenSpan(1, "</s>", 8, 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"A long paragraph for summarization.", "two words", "a b c 1234"})
    void tokenTextsJoinToTheTextBehindASpace(String text) {
        assertThat(tokenizer.tokenize(text).stream().map(TokenSpan::text).collect(Collectors.joining()))
                .isEqualTo(" " + text + "</s>");
    }

    @Test
    void specialTokensHaveTheirNamesAndNoText() {
        assertThat(IntStream.of(0, 1, 2, 32099, 32000).mapToObj(tokenizer::tokenText))
                .containsExactly("<pad>", "</s>", "<unk>", "<extra_id_0>", "<extra_id_99>");
        assertThat(IntStream.of(0, 1, 2, 32099, 32000)).allMatch(tokenizer::isSpecial);
        assertThat(tokenizer.isSpecial(3)).isFalse();
        assertThat(tokenizer.decode(new int[] {0, 32099, 8774, 2, 1})).isEqualTo("Hello");
    }

    @Test
    void idsOutsideTheVocabularyGiveNoText() {
        assertThat(tokenizer.decode(new int[] {-1, 8774, 999_999, Integer.MAX_VALUE}))
                .isEqualTo("Hello");
        assertThat(tokenizer.tokenText(999_999)).isEmpty();
    }

    @Test
    void loneSurrogatesAreReplacedWhereTheyStand() {
        String text = "Hello \uD800 and \uDC00 you \uD83D\uDE00 \uD83D";

        assertThat(tokenizer.encode(text)).containsExactly(tokenizer.encode("Hello \uFFFD and \uFFFD you 😀 \uFFFD"));
        assertThat(tokenizer.tokenize(text))
                .filteredOn(token -> token.text().equals(" you"))
                .containsExactly(new TokenSpan(25, " you", 13, 17));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "word ", "😀", "</s>", "<extra_id_0>", "\u0000", "é\n"})
    void aMegabyteIsEncodedWhole(String unit) {
        String text = unit.repeat(1_000_000 / unit.length());

        int[] ids = tokenizer.encode(text);

        assertThat(ids[ids.length - 1]).isOne();
        assertThat(IntStream.of(ids).limit(ids.length - 1)).doesNotContain(0, 1);
    }

    @Test
    void threadsMayShareIt() {
        List<Golden> many = IntStream.range(0, 50)
                .mapToObj(i -> goldens())
                .flatMap(Function.identity())
                .toList();

        assertThat(many.parallelStream()
                        .filter(golden -> !Arrays.equals(tokenizer.encode(golden.text()), golden.ids())
                                || !tokenizer.decode(golden.ids()).equals(golden.decoded())))
                .isEmpty();
    }

    @Test
    void endOfSequenceIsAddedWhereTheFileDoesNotAddIt(@TempDir Path folder) throws IOException {
        try (TextTokenizer changed = changed(folder, root -> root.putNull("post_processor"))) {
            assertThat(changed.encode("Hello")).containsExactly(8774, 1);
            assertThat(changed.tokenize("Hello").get(1)).isEqualTo(new TokenSpan(1, "</s>", 5, 5));
            assertThat(changed.encode("")).containsExactly(1);
        }
    }

    @Test
    void truncationAndPaddingOfTheFileAreIgnored(@TempDir Path folder) throws IOException {
        Consumer<ObjectNode> cutAndPad = root -> {
            root.putObject("truncation")
                    .put("direction", "Right")
                    .put("max_length", 3)
                    .put("strategy", "LongestFirst")
                    .put("stride", 0);
            ObjectNode padding = root.putObject("padding");
            padding.putObject("strategy").put("Fixed", 16);
            padding.put("direction", "Right")
                    .put("pad_id", 0)
                    .put("pad_type_id", 0)
                    .put("pad_token", "<pad>");
            padding.putNull("pad_to_multiple_of");
        };
        try (TextTokenizer changed = changed(folder, cutAndPad)) {
            String text = "Summary of the text.";
            assertThat(changed.encode(text)).containsExactly(tokenizer.encode(text));
        }
    }

    private static TextTokenizer changed(Path folder, Consumer<ObjectNode> change) throws IOException {
        ObjectNode root = (ObjectNode) JsonMapper.shared().readTree(T5.resolve("tokenizer.json"));
        change.accept(root);
        Files.write(folder.resolve("tokenizer.json"), JsonMapper.shared().writeValueAsBytes(root));
        return TokenizerLoader.load(folder);
    }

    private static List<Integer> boxed(int[] ids) {
        return IntStream.of(ids).boxed().toList();
    }
}
