package io.cistern.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.cistern.cache.CacheCapacityExceededException;
import io.cistern.generation.GenerationConfig;
import io.cistern.serving.EchoSource;
import io.cistern.serving.GenerationFailedException;
import io.cistern.serving.GenerationListener;
import io.cistern.serving.GenerationService;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.ModelRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.tracing.Tracer;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** The management endpoints, and what they tell of requests. */
@EchoServiceTest
class ActuatorTests {

    private static final int MIB = 1 << 20;

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private ApplicationContext context;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private GenerationService service;

    @Autowired
    private ModelRegistry models;

    @Autowired
    private EchoSource loader;

    @Test
    void healthShowsModelsAndCaches() {
        assertThat(mvc.get().uri("/actuator/health"))
                .hasStatusOk()
                .bodyJson()
                .hasPathSatisfying("$.status", status -> assertThat(status).isEqualTo("UP"))
                .hasPathSatisfying(
                        "$.components.model.details.echo",
                        state -> assertThat(state).isEqualTo("running"))
                .hasPathSatisfying(
                        "$.components.cache.details.echo.rows",
                        rows -> assertThat(rows).isEqualTo(3))
                .hasPathSatisfying(
                        "$.components.decode.status",
                        status -> assertThat(status).isEqualTo("UP"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness"})
    void probesAreUp(String probe) {
        assertThat(mvc.get().uri(probe)).hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "a/b", "a/b/c", "model/a", "model/a/b", "liveness/a", "liveness/a/b", "liveness/a/b/c"})
    void whatHasNoHealthIsNotFound(String path) {
        assertThat(mvc.get().uri("/actuator/health/" + path)).hasStatus(404);
    }

    @Test
    void infoTellsModelsCapacityPrecisionAndBuild() {
        assertThat(mvc.get().uri("/actuator/info"))
                .hasStatusOk()
                .bodyJson()
                .hasPathSatisfying("$.models[0].id", id -> assertThat(id).isEqualTo("echo"))
                .hasPathSatisfying(
                        "$.models[0].precision", value -> assertThat(value).isEqualTo("fp32"))
                .hasPathSatisfying(
                        "$.models[0].maxCacheLength", value -> assertThat(value).isEqualTo(32))
                .hasPathSatisfying(
                        "$.engine.threads", value -> assertThat(value).isInstanceOf(Integer.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"env", "beans", "configprops", "heapdump", "loggers", "sbom", "shutdown", "threaddump"})
    void nothingElseIsExposed(String endpoint) {
        assertThat(mvc.get().uri("/actuator/" + endpoint)).hasStatus(404);
    }

    @Test
    void nothingOfTracingIsThereUntilItIsAskedFor() {
        assertThat(context.getBeanNamesForType(Tracer.class)).isEmpty();
        assertThat(context.getBeanNamesForType(OpenTelemetry.class)).isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("BatchSpanProcessor"));
    }

    @Test
    void prometheusCarriesTheMetersOfTheModel() {
        generate("hello");

        assertThat(mvc.get().uri("/actuator/prometheus"))
                .hasStatusOk()
                .bodyText()
                .contains(
                        "cistern_cache_rows_capacity{model=\"echo\"} 3.0",
                        "cistern_cache_bytes{model=\"echo\"} 24.0",
                        "cistern_cache_allocations{model=\"echo\"} 1.0",
                        "cistern_cache_rows_used{model=\"echo\"}",
                        "cistern_queue_size{model=\"echo\"}",
                        "cistern_native_arrays{model=\"echo\"}",
                        "cistern_step_duration_seconds_count{model=\"echo\",phase=\"encode\"}",
                        "cistern_step_duration_seconds_bucket{model=\"echo\",phase=\"decode\",le=\"0.001\"}",
                        "cistern_step_rows_count{model=\"echo\",phase=\"decode\"}",
                        "cistern_requests_total{model=\"echo\",outcome=\"ok\",reason=\"none\"}",
                        "cistern_queue_wait_seconds_bucket{model=\"echo\",le=\"0.001\"}",
                        "gen_ai_server_request_duration_seconds_bucket{error=\"none\",error_type=\"none\","
                                + "gen_ai_operation_name=\"text_completion\",gen_ai_request_model=\"echo\",le=\"0.01\"}",
                        "gen_ai_server_time_to_first_token_seconds_bucket{gen_ai_operation_name=\"text_completion\","
                                + "gen_ai_request_model=\"echo\",le=\"0.001\"}",
                        "gen_ai_server_time_per_output_token_seconds_bucket{gen_ai_operation_name=\"text_completion\","
                                + "gen_ai_request_model=\"echo\",le=\"0.01\"}");
    }

    @Test
    void requestsAreCountedByOutcomeAndTokensByDirection() {
        double answered = requests("ok", "none");
        double refused = requests("invalid", "encoder_length");
        double failed = requests("error", "generation");
        double input = tokens("input");
        double output = tokens("output");

        generate("hello");
        assertThatExceptionOfType(CacheCapacityExceededException.class).isThrownBy(() -> generate("abcdefghijklmnopq"));
        loader.breakModels();
        assertThatExceptionOfType(GenerationFailedException.class).isThrownBy(() -> generate("hello"));
        loader.repairModels();

        assertThat(requests("ok", "none") - answered).isEqualTo(1);
        assertThat(requests("invalid", "encoder_length") - refused).isEqualTo(1);
        assertThat(requests("error", "generation") - failed).isEqualTo(1);
        assertThat(tokens("input") - input).isEqualTo("hello".length() + 1);
        assertThat(tokens("output") - output).isEqualTo("hello".length() + 1);
    }

    @Test
    void residentMemoryIsTold() {
        assumeThat(Path.of("/proc/self/status")).exists();
        assertThat(meters.get("process.memory.usage").gauge().value()).isGreaterThan(MIB);
    }

    private double requests(String outcome, String reason) {
        return meters.counter("cistern.requests", "model", "echo", "outcome", outcome, "reason", reason)
                .count();
    }

    private double tokens(String type) {
        return meters.counter("cistern.tokens", "model", "echo", "type", type).count();
    }

    private void generate(String input) {
        GenerationConfig config = GenerationConfig.builder(20).build();
        service.start(
                        models.get(null),
                        new GenerationTask(List.of(input), config, null, false),
                        GenerationListener.NONE)
                .await();
    }
}
