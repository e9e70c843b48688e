package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The original T5 vocabulary in the older layout of its file, from the folder that system property {@code tokenizers}
 * names. The expected ids are those of Transformers' tests/models/t5/test_tokenization_t5.py.
 */
class T5SmallTokenizerTests {

    private TextTokenizer tokenizer;

    @BeforeEach
    void load() {
        String folder = System.getProperty("tokenizers", "");
        assumeThat(folder).as("-Dtokenizers=<folder with t5-small> is not set").isNotEmpty();
        tokenizer = TokenizerLoader.load(Path.of(folder, "t5-small"));
    }

    @AfterEach
    void close() {
        if (tokenizer != null) {
            tokenizer.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "A long paragraph for summarization., 71 307 8986 21 4505 1635 1707 5 1",
        "Summary of the text., 20698 13 8 1499 5 1",
        "Hey how are you doing, 9459 149 33 25 692 1",
        "<extra_id_0>, 32099 1",
        "<extra_id_99>, 32000 1",
        "'', 1",
        "' ', 1"
    })
    void encodesAsTransformersTestsSay(String text, String ids) {
        int[] expected =
                Arrays.stream(ids.split(" ")).mapToInt(Integer::parseInt).toArray();

        assertThat(tokenizer.encode(text)).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"</s>", "<pad>", "Today is </s> a <pad> day"})
    void controlTokensInTextStayText(String text) {
        int[] ids = tokenizer.encode(text);

        assertThat(Arrays.copyOf(ids, ids.length - 1)).doesNotContain(0, 1);
        assertThat(ids).endsWith(1);
    }
}
