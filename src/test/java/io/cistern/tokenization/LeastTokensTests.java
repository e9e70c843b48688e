package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is said of the number of tokens before they are counted. */
class LeastTokensTests {

    private static final Path T5 = TransformersGoldens.TOKENIZERS.resolve("t5-v1_1");

    /** Words, long pieces, and what normalizers collapse, compose, drop or replace. */
    private static final List<String> PARTS = List.of(
            "a",
            "Z",
            "7",
            "the",
            "international",
            "responsibilities",
            " ",
            "    ",
            "\n",
            "\t",
            "\u0000",
            "\u0301",
            "e\u0301",
            "\u200d",
            "ﬁ",
            "①",
            "Ａ",
            "語",
            "한",
            "😀",
            "\ud800",
            "<",
            ">",
            "</s>",
            "<pad>",
            "<extra_id_7>",
            "<extra_id_99>",
            "<extra_id_124>",
            "▁",
            "-",
            "…",
            "~",
            "`",
            "''",
            "\\",
            "(c)",
            "ª",
            "½");

    static Stream<TextTokenizer> tokenizers() {
        return Stream.of(ByteTokenizer.withDefaultSentinels(), TokenizerLoader.load(T5));
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void noTextHasFewerTokens(TextTokenizer tokenizer) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (tokenizer) {
            for (int round = 0; round < 500; round++) {
                // Few kinds of parts in a text, so that some consist of the worst ones only.
                List<String> parts = some(PARTS, 1 + random.nextInt(4), random);
                String text = String.join("", some(parts, 200, random));
                assertThat(tokenizer.leastTokens(text))
                        .as("seed %d, text %s", seed, text)
                        .isLessThanOrEqualTo(tokenizer.encode(text).length);
            }
        }
    }

    private static List<String> some(List<String> parts, int count, Random random) {
        return Stream.generate(() -> parts.get(random.nextInt(parts.size())))
                .limit(count)
                .collect(Collectors.toList());
    }

    @ParameterizedTest
    @MethodSource("tokenizers")
    void aLongTextIsKnownToBeLong(TextTokenizer tokenizer) {
        try (tokenizer) {
            assertThat(tokenizer.leastTokens("a few words ".repeat(10_000))).isGreaterThan(5_000);
            assertThat(tokenizer.leastTokens("x".repeat(100_000))).isGreaterThan(5_000);
            assertThat(tokenizer.leastTokens("-".repeat(100_000))).isGreaterThan(5_000);
            assertThat(tokenizer.leastTokens("")).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aNormalizerThatMayDropLettersLeavesNothingCertain(@TempDir Path folder) throws IOException {
        for (String name : List.of("tokenizer.json", "tokenizer_config.json")) {
            Files.copy(T5.resolve(name), folder.resolve(name));
        }
        JsonMapper mapper = JsonMapper.shared();
        Path file = folder.resolve("tokenizer.json");
        ObjectNode root = (ObjectNode) mapper.readTree(file);
        root.set("normalizer", mapper.readTree("""
                {"type": "Replace", "pattern": {"String": "a"}, "content": ""}"""));
        Files.write(file, mapper.writeValueAsBytes(root));
        try (TextTokenizer tokenizer = TokenizerLoader.load(folder)) {
            assertThat(tokenizer.leastTokens("a".repeat(100_000))).isZero();
        }
    }
}
