package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.cache.CacheCapacity;
import io.cistern.model.Precision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

class CisternPropertiesTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withUserConfiguration(Binding.class);

    @Test
    void withoutSettingsTheCarriedModelsAreServed() {
        runner.run(properties(bound -> {
            assertThat(bound.models())
                    .containsExactly(
                            new ModelProperties(
                                    "g2p-en",
                                    Path.of("models/g2p-en"),
                                    Precision.FP32,
                                    CapacityOverride.NONE,
                                    List.of()),
                            new ModelProperties(
                                    "whisper-tiny.en",
                                    Path.of("models/whisper-tiny.en"),
                                    Precision.FP32,
                                    new CapacityOverride(8, 448, 1500),
                                    List.of("whisper-1")));
            assertThat(bound.capacity()).isEqualTo(new CapacityProperties(16, 512, 512));
            assertThat(bound.threads()).isNull();
            assertThat(bound.queueCapacity()).isEqualTo(128);
            assertThat(bound.maxRequestSize()).isEqualTo(DataSize.ofMegabytes(2));
            assertThat(bound.encoderShare()).isEqualTo(0.75);
            assertThat(bound.unknownModel()).isEqualTo(UnknownModelRule.REFUSE);
            assertThat(bound.deadline().usual()).isEqualTo(Duration.ofMinutes(2));
            assertThat(bound.deadline().maximum()).isEqualTo(Duration.ofMinutes(30));
            assertThat(bound.stallTimeout()).isEqualTo(Duration.ofMinutes(2));
        }));
    }

    @Test
    void aModelOverridesOnlyTheBoundsItSets() {
        runner.withPropertyValues(
                        "cistern.capacity.max-batch-size=4",
                        "cistern.models[0].id=tiny",
                        "cistern.models[0].path=/models/tiny",
                        "cistern.models[0].precision=int8",
                        "cistern.models[0].capacity.max-encoder-length=1024")
                .run(properties(bound -> {
                    ModelProperties model = bound.models().get(0);
                    assertThat(model.path()).isEqualTo(Path.of("/models/tiny"));
                    assertThat(model.precision()).isEqualTo(Precision.INT8);
                    assertThat(model.capacity().over(bound.capacity())).isEqualTo(new CacheCapacity(4, 512, 1024));
                }));
    }

    @ParameterizedTest
    @CsvSource({
        "cistern.capacity.max-batch-size, 0",
        "cistern.capacity.max-cache-length, 1",
        "cistern.capacity.max-encoder-length, -1",
        "cistern.threads, 0",
        "cistern.queue-capacity, 0",
        "cistern.encoder-share, 0",
        "cistern.encoder-share, 1.1",
        "cistern.transcription.encoder-share, 0",
        "cistern.transcription.encoder-share, 1.1",
        "cistern.deadline.default, 1h",
        "cistern.deadline.default, 0s",
        "cistern.stall-timeout, 0s",
        "cistern.max-request-size, 0B",
        "cistern.unknown-model, guess",
        "cistern.capacity.max-batch-size, many",
        "cistern.models[0].path, /models/tiny",
        "cistern.models[0].id, tiny"
    })
    void aSettingOutOfItsBoundsFailsTheStart(String setting, String value) {
        runner.withPropertyValues(setting + "=" + value)
                .run(context -> assertThat(context).hasFailed());
    }

    @ParameterizedTest
    @CsvSource({"max-upload-size, 0B", "max-duration, 0s", "max-decoded-size, -1B"})
    void aBoundThatNoRecordingKeepsIsNamed(String setting, String value) {
        new ApplicationContextRunner()
                .withUserConfiguration(AudioBinding.class)
                .withPropertyValues("cistern.audio.%s=%s".formatted(setting, value))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContainingAll("cistern.audio." + setting, "must be at least"));
    }

    @ParameterizedTest
    @CsvSource({"../secret", "a/b", "''", "' '"})
    void anIdIsAPlainName(String id) {
        runner.withPropertyValues("cistern.models[0].id=" + id, "cistern.models[0].path=/models/tiny")
                .run(context -> assertThat(context).hasFailed());
    }

    @ParameterizedTest
    @CsvSource({"path, /models/tiny, id", "id, tiny, path", "capacity.max-batch-size, 4, id"})
    void aModelThatLacksIdOrPathFailsTheStart(String given, String value, String missing) {
        runner.withPropertyValues("cistern.models[0].%s=%s".formatted(given, value))
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(IncompleteModelException.class)
                        .hasMessage("cistern.models[0] has no " + missing));
    }

    @Test
    void twoModelsOfTheSameIdFailTheStart() {
        runner.withPropertyValues(
                        "cistern.models[0].id=tiny",
                        "cistern.models[0].path=/a",
                        "cistern.models[1].id=tiny",
                        "cistern.models[1].path=/b")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("cistern.models has the id or alias 'tiny' more than once"));
    }

    private static ContextConsumer<AssertableApplicationContext> properties(Consumer<CisternProperties> assertions) {
        return context -> assertions.accept(context.getBean(CisternProperties.class));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties({CisternProperties.class, TranscriptionProperties.class})
    static class Binding {}

    @EnableConfigurationProperties(AudioProperties.class)
    static class AudioBinding {}
}
