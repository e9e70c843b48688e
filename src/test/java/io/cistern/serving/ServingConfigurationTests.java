package io.cistern.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.cistern.cache.CacheCapacity;
import io.cistern.cache.EncoderDecoderCache;
import io.cistern.generation.GenerationConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

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
            GenerationTask task = new GenerationTask(
                    List.of("hello"), GenerationConfig.builder(9).build(), null, false);
            GenerationAnswer answer = context.getBean(GenerationService.class).generate(second, task);
            assertThat(answer.results().get(0).sequences().get(0).text()).isEqualTo("hello");
        });
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
        runner.run(context -> {
            Drain drain = context.getBean(Drain.class);
            assertThat(drain.getPhase()).isGreaterThan(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
            assertThat(drain.isRunning()).isTrue();

            drain.stop();

            assertThat(drain.isRunning()).isFalse();
            assertThat(context.getBean("first.loop", DecodeLoop.class).hasFailed())
                    .isFalse();
            assertThat(context.getBean("first", RowCache.class).closed).isFalse();
        });
    }

    @Test
    void cachesThatDoNotFitFailTheStartBeforeTheyAreAllocated() {
        runner.withBean(AvailableMemory.class, () -> new AvailableMemory(machineWith(20)))
                .run(context -> {
                    assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOfSatisfying(InsufficientMemoryException.class, ex -> {
                                assertThat(ex.model()).isEqualTo("first");
                                assertThat(ex.needed()).isEqualTo(3 * (512 + 512) * 8);
                                assertThat(ex.available()).isEqualTo(20 * 1024);
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
    void aModelThatCannotAnswerFailsTheStart() {
        loader.breakModels();
        runner.run(context ->
                assertThat(context).getFailure().hasStackTraceContaining("model 'first' failed its self-check"));
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
