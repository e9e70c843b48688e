package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.tokenization.TransformersGoldens.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ByteTokenizerTests {

    private final TextTokenizer tokenizer = ByteTokenizer.withDefaultSentinels();

    static Stream<Golden> goldens() {
        return TransformersGoldens.of("byt5");
    }

    static Stream<Golden> controlsAsText() {
        return TransformersGoldens.of("byt5ControlsAsText");
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void encodesAsTransformersDoes(Golden golden) {
        assertThat(tokenizer.encode(golden.text())).containsExactly(golden.ids());
        assertThat(tokenizer.tokenize(golden.text()).stream().mapToInt(TokenSpan::id))
                .containsExactly(IntStream.of(golden.ids()).boxed().toArray(Integer[]::new));
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

    @Test
    void brokenUtf8IsSkippedAsTransformersDoes() {
        assertThat(TransformersGoldens.of("byt5Broken"))
                .allSatisfy(golden -> assertThat(tokenizer.decode(golden.ids())).isEqualTo(golden.decoded()));
    }

    @Test
    void bytesOfOneCharacterShareItsSpan() {
        assertThat(tokenizer.tokenize("a😀<extra_id_1>"))
                .containsExactly(
                        new TokenSpan(100, "a", 0, 1),
                        new TokenSpan(243, "<0xF0>", 1, 3),
                        new TokenSpan(162, "<0x9F>", 1, 3),
                        new TokenSpan(155, "<0x98>", 1, 3),
                        new TokenSpan(131, "<0x80>", 1, 3),
                        new TokenSpan(260, "<extra_id_1>", 3, 15),
                        new TokenSpan(1, "</s>", 15, 15));
    }

    @Test
    void specialTokensHaveTheirNamesAndNoText() {
        assertThat(IntStream.of(0, 1, 2, 259, 383).mapToObj(tokenizer::tokenText))
                .containsExactly("<pad>", "</s>", "<unk>", "<extra_id_0>", "<extra_id_124>");
        assertThat(tokenizer.decode(new int[] {0, 100, 259, 2, 384, -1, 101, 1}))
                .isEqualTo("ab");
        assertThat(tokenizer.isSpecial(258)).isFalse();
        assertThat(tokenizer.isSpecial(259)).isTrue();
    }

    @Test
    void loneSurrogatesBecomeReplacementCharacters() {
        assertThat(tokenizer.encode("\uD800a\uDC00")).containsExactly(tokenizer.encode("\uFFFDa\uFFFD"));
    }

    @Test
    void aMegabyteIsEncodedWhole() {
        assertThat(tokenizer.encode("é".repeat(500_000))).hasSize(1_000_001);
    }

    @Test
    void sentinelsOfTheConfigurationReplaceTheDefault(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("tokenizer_config.json"), """
            {"tokenizer_class": "ByT5Tokenizer", "added_tokens_decoder": {
              "1": {"content": "</s>", "special": false}, "300": {"content": "<extra_id_7>", "special": true}}}
            """);

        TextTokenizer configured = TokenizerLoader.load(folder);

        assertThat(configured.encode("<extra_id_7>")).containsExactly(300, 1);
        assertThat(configured.encode("<extra_id_0>")).hasSize("<extra_id_0>".length() + 1);
        assertThat(configured.encode("</s>")).hasSize("</s>".length() + 1);
    }
}
