package io.cistern.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

class ApiKeysTests {

    @TempDir
    private Path folder;

    @Test
    void keysOfSettingsAndFileAreKnown() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "# ours\n\n  from-file  \nalso-from-file\n");
        ApiKeys keys = ApiKeys.of(new SecurityProperties(List.of("from-settings"), file));
        assertThat(List.of("from-settings", "from-file", "also-from-file")).allMatch(keys::contains);
        assertThat(List.of("", "# ours", "from", "from-settings ")).noneMatch(keys::contains);
        assertThat(keys.isEmpty()).isFalse();
    }

    @Test
    void withoutKeysThereAreNone() {
        assertThat(ApiKeys.of(new SecurityProperties(List.of(), null)).isEmpty())
                .isTrue();
    }

    @Test
    void aFileWithoutKeysIsAMistake() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "# nothing yet\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(new SecurityProperties(List.of(), file)))
                .withMessageContaining("cistern.security.api-key-file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(new SecurityProperties(List.of(), folder.resolve("missing"))))
                .withMessageContaining("cistern.security.api-key-file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "ümlaut"})
    void aKeyThatCannotBeSentIsAMistakeAndIsNotShown(String key) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(new SecurityProperties(List.of(key), null)))
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("two words", "ümlaut"));
    }

    @Test
    void settingsDoNotPrintTheirKeys() {
        assertThat(new SecurityProperties(List.of("secret"), null)).asString().doesNotContain("secret");
    }

    @Test
    void aStartThatFailsForTheKeysSaysWhichSettingIsWrong() {
        Throwable failure = catchThrowable(() -> ApiKeys.of(new SecurityProperties(List.of(), folder.resolve("none"))));
        FailureAnalysis analysis = new UnusableApiKeysFailureAnalyzer().analyze(new IllegalStateException(failure));
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).contains("none cannot be read (cistern.security.api-key-file)");
    }
}
