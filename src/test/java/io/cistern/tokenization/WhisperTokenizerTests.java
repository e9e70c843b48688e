package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids are those of Hugging Face's tokenizers library without special tokens. */
class WhisperTokenizerTests {

    private static final WhisperTokenizer TOKENIZER =
            (WhisperTokenizer) TokenizerLoader.load(Path.of("models/whisper-tiny.en"));

    @AfterAll
    static void close() {
        TOKENIZER.close();
    }

    @Test
    void encodesTextBare() {
        assertThat(TOKENIZER.encode(" And so my fellow Americans")).containsExactly(843, 523, 616, 5891, 3399);
        assertThat(TOKENIZER.encode("日本語 😀 naïve"))
                .containsExactly(33768, 98, 17312, 105, 45739, 252, 30325, 222, 41492);
        assertThat(TOKENIZER.encode("  two  spaces\n")).containsExactly(220, 734, 220, 9029, 198);
        assertThat(TOKENIZER.encode("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<|endoftext|>",
                " <|startoftranscript|><|notimestamps|> hello",
                "<|startofprev|>",
                "<|0.00|>",
                "<|nocaptions|> and <|de|>"
            })
    void noTextSpellsASpecialToken(String text) {
        int[] ids = TOKENIZER.encode(text);
        assertThat(Arrays.stream(ids)).noneMatch(TOKENIZER::isSpecial);
        assertThat(TOKENIZER.decode(ids)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "50256, <|endoftext|>",
        "50257, <|startoftranscript|>",
        "50258, <|en|>",
        "50259, <|zh|>",
        "50356, <|su|>",
        "50357, <|translate|>",
        "50358, <|transcribe|>",
        "50360, <|startofprev|>",
        "50361, <|nocaptions|>",
        "50362, <|notimestamps|>"
    })
    void namesTheTokensOfTheTask(int id, String name) {
        assertThat(TOKENIZER.tokenText(id)).isEqualTo(name);
        assertThat(TOKENIZER.isSpecial(id)).isTrue();
    }

    @Test
    void specialTokensAndTimestampsGiveNoText() {
        assertThat(TOKENIZER.decode(new int[] {50257, 50362, 50363, 843, 50413, 50256, 60_000}))
                .isEqualTo(" And");
        assertThat(TOKENIZER.isSpecial(50255)).isFalse();
        assertThat(TOKENIZER.isSpecial(50863)).isTrue();
    }

    @Test
    void tokensHaveNames() {
        assertThat(TOKENIZER.tokenText(50256)).isEqualTo("<|endoftext|>");
        assertThat(TOKENIZER.tokenText(50363)).isEqualTo("<|0.00|>");
        assertThat(TOKENIZER.tokenText(51863)).isEqualTo("<|30.00|>");
        assertThat(TOKENIZER.tokenText(843)).isEqualTo(" And");
    }

    @Test
    void aCharacterOfSeveralTokensComesWhenItIsComplete() {
        IncrementalText text = new IncrementalText(TOKENIZER);
        List<String> pieces = new ArrayList<>();
        for (int id : new int[] {50363, 33768, 98, 17312, 105, 45739, 252, 50413, 30325, 222}) {
            pieces.add(text.append(id));
        }
        assertThat(pieces).containsExactly("", "", "日", "", "本", "", "語", "", " ", "😀");
        assertThat(text.finish()).isEmpty();
    }
}
