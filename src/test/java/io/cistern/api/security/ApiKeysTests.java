package io.cistern.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.Mockito.mock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.web.servlet.HandlerExceptionResolver;

class ApiKeysTests {

    @TempDir
    private Path folder;

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner()
            .withUserConfiguration(SecurityConfiguration.class)
            .withBean("handlerExceptionResolver", HandlerExceptionResolver.class, () -> mock());

    @Test
    void keysOfSettingsAndFileAreKnown() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "# ours\n\n  from-file  \nalso-from-file\n");
        ApiKeys keys = ApiKeys.of(new SecurityProperties(List.of("from-settings"), file.toString()));
        assertThat(List.of("from-settings", "from-file", "also-from-file")).allMatch(keys::contains);
        assertThat(List.of("", "# ours", "from", "from-settings ")).noneMatch(keys::contains);
        assertThat(keys.isEmpty()).isFalse();
    }

    @Test
    void withoutKeysThereAreNone() {
        assertThat(ApiKeys.of(new SecurityProperties(null, null)).isEmpty()).isTrue();
    }

    @Test
    void aFileWithoutKeysIsAMistake() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "# nothing yet\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(new SecurityProperties(null, file.toString())))
                .withMessageContaining("cistern.security.api-key-file");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(
                        new SecurityProperties(null, folder.resolve("missing").toString())))
                .withMessageContaining("cistern.security.api-key-file");
    }

    /** Who sets one of them wants the service closed: an empty variable must not open it. */
    @ParameterizedTest
    @ValueSource(strings = {"api-keys", "api-key-file"})
    void aSettingThatIsThereWithoutAKeyFailsTheStart(String setting) {
        for (String value : List.of("", " ", ",", " , ")) {
            runner.withPropertyValues("cistern.security.%s=%s".formatted(setting, value))
                    .run(context -> assertThat(context)
                            .getFailure()
                            .hasStackTraceContaining("UnusableApiKeysException")
                            .hasStackTraceContaining("cistern.security." + setting));
        }
        runner.withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of(
                                        "CISTERN_SECURITY_"
                                                + setting.replace("-", "").toUpperCase(Locale.ROOT),
                                        ""))))
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void withoutEitherSettingTheServiceIsOpen() {
        runner.run(context -> assertThat(context).hasNotFailed());
        runner.withPropertyValues("cistern.security=")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aBadKeyOfTheFileIsToldByItsLine() throws IOException {
        Path file = Files.writeString(folder.resolve("keys"), "# ours\n\ngood\ntwo words\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(new SecurityProperties(null, file.toString())))
                .withMessageContaining("line 4 of " + file)
                .withMessageContaining("(cistern.security.api-key-file)")
                .satisfies(failure -> assertThat(failure.getMessage()).doesNotContain("two words", "api-keys"));
    }

    @Test
    void aBadKeyOfTheSettingsIsToldByItsPlace() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ApiKeys.of(new SecurityProperties(List.of("good", "two words"), null)))
                .withMessageContaining("key 2 ")
                .withMessageContaining("(cistern.security.api-keys)");
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
        Throwable failure = catchThrowable(() ->
                ApiKeys.of(new SecurityProperties(null, folder.resolve("none").toString())));
        FailureAnalysis analysis = new UnusableApiKeysFailureAnalyzer().analyze(new IllegalStateException(failure));
        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).contains("none cannot be read (cistern.security.api-key-file)");
    }
}
