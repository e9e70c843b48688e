package io.cistern.api.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.cistern.api.ApiTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@ApiTest
class InferenceMetadataControllerTests {

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private ApplicationAvailability availability;

    @Test
    void theServerNamesItself() {
        assertThat(mvc.get().uri("/v2")).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        {"name": "cistern", "version": "development", "extensions": ["generate"]}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v2/models/tiny", "/v2/models/tiny/versions/1"})
    void aModelTellsItsInputsAndOutputs(String path) {
        assertThat(mvc.get().uri(path)).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                        {"name": "tiny", "versions": ["1"], "platform": "cistern_t5",
                         "inputs": [{"name": "text_input", "datatype": "BYTES", "shape": [1]}],
                         "outputs": [{"name": "text_output", "datatype": "BYTES", "shape": [1]}]}""");
    }

    @Test
    void aSpeechModelReadsAudio() {
        assertThat(mvc.get().uri("/v2/models/ears"))
                .bodyJson()
                .extractingPath("$.inputs[0].name")
                .isEqualTo("audio");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v2/models/gpt", "/v2/models/tiny/versions/2", "/v2/models/gpt/ready"})
    void whatIsNotLoadedIsNotFound(String path) {
        assertThat(mvc.get().uri(path))
                .hasStatus(404)
                .bodyJson()
                .extractingPath("$.error")
                .asString()
                .contains("is not loaded");
    }

    @Test
    void readinessIsThatOfTheService() {
        given(availability.getReadinessState()).willReturn(ReadinessState.ACCEPTING_TRAFFIC);
        assertThat(mvc.get().uri("/v2/health/ready")).hasStatusOk().bodyJson().isStrictlyEqualTo("{\"ready\": true}");
        assertThat(mvc.get().uri("/v2/models/tiny/ready"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("{\"name\": \"tiny\", \"ready\": true}");
        assertThat(mvc.get().uri("/ping")).hasStatusOk();
        given(availability.getReadinessState()).willReturn(ReadinessState.REFUSING_TRAFFIC);
        assertThat(mvc.get().uri("/v2/health/ready")).hasStatus(503).bodyJson().hasPath("$.error");
        assertThat(mvc.get().uri("/v2/models/tiny/ready")).hasStatus(503).hasHeader("Retry-After", "5");
        assertThat(mvc.get().uri("/v2/health/live")).hasStatusOk().bodyJson().isStrictlyEqualTo("{\"live\": true}");
        assertThat(mvc.get().uri("/ping")).hasStatus(503);
    }
}
