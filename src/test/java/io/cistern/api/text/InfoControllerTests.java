package io.cistern.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.cistern.api.ApiTest;
import io.cistern.cache.CacheCapacity;
import io.cistern.serving.ModelRegistry;
import io.cistern.serving.ServedModel;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@ApiTest
class InfoControllerTests {

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private ApplicationAvailability availability;

    @Autowired
    private ModelRegistry registry;

    @Test
    void infoTellsModelsAndBounds() {
        assertThat(mvc.get().uri("/info")).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                        {"model_id": "tiny", "model_sha": null, "model_dtype": "fp32",
                         "model_pipeline_tag": "text2text-generation", "max_best_of": 8, "max_stop_sequences": 4,
                         "max_input_tokens": 32, "max_total_tokens": 95, "max_client_batch_size": 8,
                         "max_concurrent_requests": 128, "validation_workers": 200, "docker_label": null,
                         "router": "cistern",
                         "models": [{"id": "tiny", "model_type": "t5", "precision": "fp32", "vocabulary_size": 384,
                                     "max_batch_size": 8, "max_cache_length": 64, "max_new_tokens": 63,
                                     "max_encoder_length": 32},
                                    {"id": "ears", "model_type": "whisper"}]}""");
    }

    /** best_of has a bound of its own, whatever the capacity is. */
    @Test
    void bestOfIsAtMostWhatARequestMayAskFor() {
        ServedModel large = registry.all().get(0);
        given(large.capacity()).willReturn(new CacheCapacity(100, 64, 32));
        try {
            assertThat(mvc.get().uri("/info"))
                    .bodyJson()
                    .extractingPath("$.max_best_of")
                    .isEqualTo(64);
        } finally {
            given(large.capacity()).willReturn(new CacheCapacity(8, 64, 32));
        }
    }

    @Test
    void healthFollowsReadiness() {
        given(availability.getReadinessState())
                .willReturn(ReadinessState.ACCEPTING_TRAFFIC, ReadinessState.REFUSING_TRAFFIC);
        assertThat(mvc.get().uri("/health")).hasStatusOk().bodyText().isEmpty();
        assertThat(mvc.get().uri("/health"))
                .hasStatus(503)
                .bodyJson()
                .extractingPath("$.error_type")
                .isEqualTo("healthcheck");
    }

    @Test
    void tokensCarryTheirSpans() {
        String tokens = """
                [{"id": 107, "text": "h", "start": 0, "stop": 1}, {"id": 108, "text": "i", "start": 1, "stop": 2},
                 {"id": 1, "text": "</s>", "start": 2, "stop": 2}]""";
        assertThat(tokenize("\"hi\"")).bodyJson().isStrictlyEqualTo(tokens);
        assertThat(tokenize("[\"hi\", \"hi\"]")).bodyJson().isStrictlyEqualTo("[" + tokens + "," + tokens + "]");
        assertThat(tokenize("\"\"")).hasStatus(422);
        assertThat(tokenize("null")).hasStatus(422);
    }

    private MockMvcTester.MockMvcRequestBuilder tokenize(String inputs) {
        return mvc.post()
                .uri("/tokenize")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"inputs\": %s}".formatted(inputs));
    }
}
