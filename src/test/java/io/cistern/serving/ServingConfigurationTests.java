package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.GenerationConfig;
import io.cistern.model.UnsupportedModelException;
import io.cistern.model.whisper.WhisperConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import tools.jackson.databind.json.JsonMapper;

class ServingConfigurationTests {

    @TempDir
    private Path folder;

    private final EchoSource loader = new EchoSource();
    private ApplicationContextRunner runner;

    @BeforeEach
    void configureTwoModels() throws IOException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Path second = Files.createDirectories(folder.resolve("second"));
        runner = new ApplicationContextRunner()
                .withUserConfiguration(ServingConfiguration.class)
                .withBean(ModelSource.class, () -> loader)
                .withPropertyValues(
                        "cistern.capacity.max-batch-size=3",
                        "cistern.models[0].id=first",
                        "cistern.models[0].path=" + first,
                        "cistern.models[1].id=second",
                        "cistern.models[1].path=" + second,
                        "cistern.models[1].capacity.max-encoder-length=64");
    }

    @Test
    void everyModelHasACacheOfItsNameAndCapacity() {
        runner.run(context -> {
            assertThat(context.getBean("first", EncoderDecoderCache.class).capacity())
                    .isEqualTo(new CacheCapacity(3, 512, 512));
            assertThat(context.getBean("second", EncoderDecoderCache.class).capacity())
                    .isEqualTo(new CacheCapacity(3, 512, 64));
        });
    }

    @Test
    void theRegistryKeepsTheOrderOfTheConfiguration() {
        runner.run(context -> {
            ModelRegistry models = context.getBean(ModelRegistry.class);
            assertThat(models.all()).extracting(ServedModel::id).containsExactly("first", "second");
            assertThat(models.get(null).id()).isEqualTo("first");
            assertThat(models.get("second").id()).isEqualTo("second");
        });
    }

    @Test
    void aModelHasAnsweredOnceWhenTheContextIsReady() {
        runner.run(context -> assertThat(loader.models())
                .allSatisfy(model -> assertThat(model.decodeCalls).hasPositiveValue()));
    }

    @Test
    void requestsAreAnsweredByTheirModel() {
        runner.run(context -> {
            ServedModel second = context.getBean(ModelRegistry.class).get("second");
            GenerationAnswer answer = context.getBean(GenerationService.class)
                    .start(second, task(), GenerationListener.NONE)
                    .await();
            assertThat(answer.results().get(0).sequences().get(0).text()).isEqualTo("hello");
        });
    }

    @Test
    void aRequestThatDoesNotFitIsToldTheSettingThatBoundsIt() {
        runner.run(context -> {
            assertTooLong(context, "first", 512, "cistern.capacity.max-encoder-length");
            assertTooLong(context, "second", 64, "cistern.models[1].capacity.max-encoder-length");
        });
    }

    private static void assertTooLong(ApplicationContext context, String model, int length, String setting) {
        assertThatExceptionOfType(CacheCapacityExceededException.class)
                .isThrownBy(() -> generate(context, model, task("a".repeat(length + 1))))
                .withMessageContaining("capacity %d (%s)", length, setting)
                .satisfies(ex -> assertThat(ex.setting()).isEqualTo(setting));
    }

    private static GenerationTask task() {
        return task("hello");
    }

    private static GenerationTask task(String input) {
        return new GenerationTask(List.of(input), GenerationConfig.builder(9).build(), null, false);
    }

    private static GenerationAnswer generate(ApplicationContext context, String model) {
        return generate(context, model, task());
    }

    private static GenerationAnswer generate(ApplicationContext context, String model, GenerationTask task) {
        return context.getBean(GenerationService.class)
                .start(context.getBean(ModelRegistry.class).get(model), task, GenerationListener.NONE)
                .await();
    }

    private record States(List<Object> seen) implements ApplicationListener<AvailabilityChangeEvent<?>> {

        @Override
        public void onApplicationEvent(AvailabilityChangeEvent<?> event) {
            seen.add(event.getState());
        }
    }

    /** Comes when the web server is there and the models have not answered yet. */
    private static final class EarlyRequest implements SmartLifecycle, ApplicationContextAware {

        private final EchoSource source;
        private final Consumer<ApplicationContext> request;
        private ApplicationContext context;
        private Throwable failure;

        EarlyRequest(EchoSource source, Consumer<ApplicationContext> request) {
            this.source = source;
            this.request = request;
        }

        @Override
        public void setApplicationContext(ApplicationContext context) {
            this.context = context;
        }

        @Override
        public void start() {
            failure = catchThrowable(() -> request.accept(context));
            assertThat(source.models())
                    .allSatisfy(model -> assertThat(model.decodeCalls).hasValue(0));
        }

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return failure != null;
        }

        @Override
        public int getPhase() {
            return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE;
        }
    }

    @Test
    void aStopEndsLoopsThenCachesThenModels() {
        List<String> ends = new ArrayList<>();
        runner.run(context -> {
            DecodeLoop loop = context.getBean("first.loop", DecodeLoop.class);
            RowCache cache = context.getBean("first", RowCache.class);
            EchoModel model = loader.model("first");
            cache.onClose = () -> ends.add(loop.isRunning() ? "cache under a running loop" : "cache");
            model.onClose = () -> ends.add(loop.isRunning() ? "model under a running loop" : "model");
        });

        assertThat(ends).containsExactly("cache", "model");
    }

    @Test
    void lifecycleStopsAdmissionBeforeTheWebServer() {
        List<Object> states = new ArrayList<>();
        runner.withBean("states", States.class, () -> new States(states)).run(context -> {
            ServingLifecycle lifecycle = context.getBean(ServingLifecycle.class);
            assertThat(lifecycle.getPhase()).isGreaterThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
            assertThat(lifecycle.isRunning()).isTrue();
            assertThat(states).isEmpty();

            lifecycle.stop();

            assertThat(states).containsExactly(ReadinessState.REFUSING_TRAFFIC);
            assertThat(lifecycle.isRunning()).isFalse();
            assertThat(context.getBean("first.loop", DecodeLoop.class).hasFailed())
                    .isFalse();
            assertThat(context.getBean("first", RowCache.class).closed).isFalse();
            assertThatExceptionOfType(ModelUnavailableException.class)
                    .isThrownBy(() -> generate(context, "first"))
                    .satisfies(ex -> assertThat(ex.reason())
                            .isIn(
                                    ModelUnavailableException.Reason.SHUTTING_DOWN,
                                    ModelUnavailableException.Reason.STOPPED));
        });
    }

    @Test
    void aRequestBeforeTheFirstOneIsToldToComeBack() {
        EarlyRequest early = new EarlyRequest(loader, context -> generate(context, "first"));
        runner.withBean(EarlyRequest.class, () -> early)
                .run(context -> assertThat(early.failure)
                        .isInstanceOfSatisfying(
                                ModelUnavailableException.class,
                                ex -> assertThat(ex.reason()).isEqualTo(ModelUnavailableException.Reason.NOT_READY)));
    }

    @Test
    void aModelAnswersToItsAliases() {
        runner.withPropertyValues("cistern.models[1].aliases=openai/second,2nd").run(context -> {
            ModelRegistry models = context.getBean(ModelRegistry.class);
            assertThat(models.get("openai/second").id()).isEqualTo("second");
            assertThat(models.get("2nd").id()).isEqualTo("second");
            assertThatExceptionOfType(UnknownModelException.class).isThrownBy(() -> models.get("third"));
        });
    }

    @Test
    void anUnknownModelCanMeanTheFirst() {
        runner.withPropertyValues("cistern.unknown-model=first")
                .run(context -> assertThat(context.getBean(ModelRegistry.class)
                                .get("http://localhost/")
                                .id())
                        .isEqualTo("first"));
    }

    @Test
    void theSameAliasTwiceFailsTheStart() {
        runner.withPropertyValues("cistern.models[1].aliases=first")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void cachesThatDoNotFitFailTheStartBeforeTheyAreAllocated() {
        assertNoMemory(20, "first", 3 * (512 + 512) * 8, 20 * 1024);
    }

    @Test
    void allCachesTogetherMustFit() {
        assertNoMemory(30, "second", 3 * (512 + 64) * 8, 30 * 1024 - 3 * (512 + 512) * 8);
    }

    private void assertNoMemory(int kibibytes, String model, long needed, long available) {
        runner.withBean(AvailableMemory.class, () -> new AvailableMemory(machineWith(kibibytes)))
                .run(context -> {
                    assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOfSatisfying(InsufficientMemoryException.class, ex -> {
                                assertThat(ex.model()).isEqualTo(model);
                                assertThat(ex.needed()).isEqualTo(needed);
                                assertThat(ex.available()).isEqualTo(available);
                                assertThat(ex.settings().model()).isEqualTo(model.equals("first") ? 0 : 1);
                            });
                    assertThat(loader.model("first").decodeCalls).hasValue(0);
                });
    }

    @Test
    void aMissingFolderFailsTheStart() {
        runner.withPropertyValues("cistern.models[0].path=" + folder.resolve("missing"))
                .run(context ->
                        assertThat(context).getFailure().rootCause().isInstanceOf(ModelFolderNotFoundException.class));
    }

    @Test
    void aModelWithoutAnIdFailsTheStart() {
        new ApplicationContextRunner()
                .withUserConfiguration(ServingConfiguration.class)
                .withPropertyValues("cistern.models[0].path=" + folder)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(IncompleteModelException.class)
                        .hasMessage("cistern.models[0] has no id"));
    }

    @Test
    void aModelThatCannotAnswerFailsTheStart() {
        loader.breakModels();
        runner.run(context ->
                assertThat(context).getFailure().hasStackTraceContaining("model 'first' failed its self-check"));
    }

    @Test
    void aSpeechModelThatNobodyCanPromptFailsTheStart() {
        loader.pretendToBe(WhisperConfig.from(
                new JsonMapper()
                        .readTree(Path.of("models/whisper-tiny.en/config.json").toFile()),
                Optional.empty()));
        runner.run(context -> {
            assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(UnsupportedModelException.class)
                    .hasMessageContaining("generation_config.json has no no_timestamps_token_id");
            assertThat(new UnusableCheckpointFailureAnalyzer().analyze(context.getStartupFailure()))
                    .isNotNull();
        });
    }

    private Path machineWith(int kibibytes) {
        try {
            Files.createDirectories(folder.resolve("proc"));
            Files.writeString(folder.resolve("proc/meminfo"), "MemAvailable: %d kB\n".formatted(kibibytes));
            return folder;
        } catch (IOException ex) {
            throw new AssertionError(ex);
        }
    }
}
