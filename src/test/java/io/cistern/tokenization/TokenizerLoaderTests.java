package io.cistern.tokenization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerLoaderTests {

    @TempDir
    private Path folder;

    @Test
    void byT5ClassGivesBytes() throws IOException {
        write("tokenizer_config.json", "{\"tokenizer_class\": \"ByT5Tokenizer\", \"extra_ids\": 125}");

        assertThat(TokenizerLoader.load(folder).encode("é<extra_id_0>")).containsExactly(198, 172, 259, 1);
    }

    @Test
    void sentencePieceModelAloneIsRefusedWithAdvice() throws IOException {
        write("spiece.model", "");
        write("tokenizer_config.json", "{\"tokenizer_class\": \"T5Tokenizer\"}");

        assertThatExceptionOfType(UnsupportedTokenizerException.class)
                .isThrownBy(() -> TokenizerLoader.load(folder))
                .withMessageContainingAll(folder.toString(), "spiece.model", "T5Tokenizer", "save_pretrained")
                .satisfies(e -> assertThat(e.folder()).isEqualTo(folder));
    }

    @Test
    void emptyFolderIsRefused() {
        assertThatExceptionOfType(UnsupportedTokenizerException.class)
                .isThrownBy(() -> TokenizerLoader.load(folder))
                .withMessageContaining("no tokenizer file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{}", "null", "{\"model\": {}}", "{\"model\": {\"type\": \"Unigram\"}}"})
    void brokenTokenizerFileIsRefused(String content) throws IOException {
        write("tokenizer.json", content);

        assertThatExceptionOfType(UnsupportedTokenizerException.class)
                .isThrownBy(() -> TokenizerLoader.load(folder))
                .withMessageContaining("cannot be read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"tokenizer_class\": {}}", "{\"added_tokens_decoder\": {\"x\": 1}}"})
    void brokenConfigurationIsRefused(String content) throws IOException {
        write("tokenizer_config.json", content);

        assertThatExceptionOfType(UnsupportedTokenizerException.class).isThrownBy(() -> TokenizerLoader.load(folder));
    }

    private void write(String file, String content) throws IOException {
        Files.writeString(folder.resolve(file), content);
    }
}
