package io.cistern.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.cistern.CisternApplication;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;

@ExtendWith(OutputCaptureExtension.class)
class SettingsCheckTests {

    @ParameterizedTest
    @CsvSource({
        "cistern.max-batchsize, cistern.capacity.max-batch-size",
        "cistern.capacity.max-batch-sizes, cistern.capacity.max-batch-size",
        "cistern.capasity.max-encoder-length, cistern.capacity.max-encoder-length",
        "cistern.model.x, cistern.models",
        "cistern.model[0].path, cistern.models[n].path",
        "cistern.models[0].pth, cistern.models[n].path",
        "cistern.models[1].capacity.max-cache-len, cistern.models[n].capacity.max-cache-length",
        "cistern.audio.max-upload, cistern.audio.max-upload-size",
        "cistern.security.apikey, cistern.security.api-keys",
        "cistern.deadlin.default, cistern.deadline.default"
    })
    void aMisspeltSettingFailsTheStartWithTheNearest(String given, String nearest) {
        assertThatExceptionOfType(UnknownSettingException.class)
                .isThrownBy(() -> check(properties(given)))
                .withMessageStartingWith(given + " (")
                .withMessageEndingWith("is no setting; did you mean %s?", nearest)
                .withMessageNotContaining("secret");
    }

    @Test
    void whatIsLikeNoSettingIsNamedAlone() {
        assertThatExceptionOfType(UnknownSettingException.class)
                .isThrownBy(() -> check(properties("cistern.zzzzzzzzzzzzzzzzzzzzzzzz")))
                .withMessageEndingWith("is no setting");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cistern.capacity.max-batch-size",
                "cistern.capacity.maxBatchSize",
                "cistern.capacity.max_batch_size",
                "cistern.models[12].capacity.max-encoder-length",
                "cistern.models[0].aliases[1]",
                "cistern.deadline.default",
                "cistern.security.api-keys",
                "cistern.security.api-keys[0]",
                "cistern.security.apiKeyFile",
                "cistern.transcription.max-concurrent",
                "cisternae.of.others"
            })
    void aSettingMayBeWrittenInEveryWay(String name) {
        assertThatNoException().isThrownBy(() -> check(properties(name)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CISTERN_CAPACITY_MAXBATCHSIZE",
                "CISTERN_CAPACITY_MAX_BATCH_SIZE",
                "CISTERN_MODELS_0_PATH",
                "CISTERN_MODELS_1_CAPACITY_MAXENCODERLENGTH",
                "CISTERN_SECURITY_APIKEYS"
            })
    void environmentVariablesThatAreSettingsAreTakenWithoutAWord(String name, CapturedOutput output) {
        check(variables(name));
        assertThat(output).doesNotContain("is no setting");
    }

    @ParameterizedTest
    @CsvSource({
        "CISTERN_QUEUE_CAPACTY, cistern.queue-capacity",
        "CISTERN_CAPACITY_MAXBACHSIZE, cistern.capacity.max-batch-size",
        "CISTERN_MODELS_0_PRECISON, cistern.models[n].precision"
    })
    void ofAMisspeltEnvironmentVariableTheNearestSettingIsTold(String name, String nearest, CapturedOutput output) {
        check(variables(name));
        assertThat(output).contains("did you mean " + nearest + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CISTERN_CAPACITY_MAXBACHSIZE", "CISTERN_PORT", "CISTERN_SERVICE_HOST"})
    void ofOtherEnvironmentVariablesOnlyTheLogSpeaks(String name, CapturedOutput output) {
        check(variables(name));
        assertThat(output).contains(name, "is no setting").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CISTERN_SECURITY_APIKEY", "CISTERN_SECURITY_API_KEY_FIL", "CISTERN_SECURTY_APIKEYS"})
    void aMisspeltEnvironmentVariableLeavesNoServiceOpen(String name) {
        assertThatExceptionOfType(UnknownSettingException.class)
                .isThrownBy(() -> check(variables(name)))
                .withMessageContaining("did you mean cistern.security.api-key")
                .withMessageNotContaining("secret");
    }

    @Test
    void whatTheConfigurationFilesSetIsKnown() throws Exception {
        for (String file : new String[] {"config/application.yml", "src/main/resources/application.yml"}) {
            for (PropertySource<?> source : new YamlPropertySourceLoader().load(file, new FileSystemResource(file))) {
                assertThatNoException().isThrownBy(() -> check(source));
            }
        }
    }

    @Test
    void theRecordsAreAllThatBindSettings() throws Exception {
        ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        assertThat(scanner.findCandidateComponents(CisternApplication.class.getPackageName()).stream()
                        .map(bean -> Objects.requireNonNull(bean.getBeanClassName()))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(
                        SettingsCheck.SETTINGS.stream().map(Class::getName).toList());
    }

    @Test
    void theFailureTellsWhereSettingsAre() {
        UnknownSettingException failure = new UnknownSettingException(
                List.of(new UnknownSetting("cistern.x", "", null), new UnknownSetting("cistern.y", "", null)));
        FailureAnalysis analysis = new UnknownSettingFailureAnalyzer().analyze(failure);
        assertThat(analysis.getDescription()).contains("cistern.x", "cistern.y");
        assertThat(analysis.getAction()).contains("config/application.yml");
    }

    private static PropertySource<?> properties(String name) {
        return new MapPropertySource("arguments", Map.of(name, "secret"));
    }

    private static PropertySource<?> variables(String name) {
        return new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "secret"));
    }

    private static void check(PropertySource<?> source) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(usual -> environment.getPropertySources().remove(usual.getName()));
        environment.getPropertySources().addFirst(source);
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.setEnvironment(environment);
            new SettingsCheck().initialize(context);
        }
    }
}
