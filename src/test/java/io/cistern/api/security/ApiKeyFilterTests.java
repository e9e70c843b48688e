package io.cistern.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.cistern.api.ApiTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
@TestPropertySource(properties = "cistern.security.api-keys=first-key, second-key")
class ApiKeyFilterTests {

    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private ApplicationAvailability availability;

    @BeforeEach
    void isReady() {
        given(availability.getReadinessState()).willReturn(ReadinessState.ACCEPTING_TRAFFIC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/info",
                "/nowhere",
                "/v3/api-docs",
                "/actuator/prometheus",
                "/health/",
                "/health;a=b",
                "/health/../info",
                "/actuator/health/../prometheus",
                "/actuator/health/%2e%2e/prometheus",
                "/actuator/health;/prometheus",
                "//health"
            })
    void everyRouteWantsAKey(String path) {
        assertThat(mvc.get().uri(path))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", "Bearer")
                .bodyJson()
                .extractingPath("$.type")
                .isEqualTo("urn:cistern:problem:unauthorized");
    }

    @Test
    void theBodyHasTheShapeOfTheRoute() {
        assertThat(mvc.get().uri("/v1/models"))
                .hasStatus(401)
                .bodyJson()
                .extractingPath("$.error.code")
                .isEqualTo("invalid_api_key");
        assertThat(mvc.get().uri("/v2/models/tiny")).hasStatus(401).bodyJson().isStrictlyEqualTo("""
                        {"error": "a known API key is required, as Authorization: Bearer KEY"}""");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/ping", "/v2/health/live", "/v2/health/ready"})
    void healthProbesWantNone(String path) {
        assertThat(mvc.get().uri(path)).hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/ping", "/v2/health/live", "/v2/health/ready", "/actuator/health"})
    void onlyLookingAtHealthNeedsNone(String path) {
        for (HttpMethod method : HttpMethod.values()) {
            MvcTestResult result = mvc.method(method).uri(path).exchange();
            if (method == HttpMethod.GET || method == HttpMethod.HEAD) {
                assertThat(result.getResponse().getStatus()).isNotEqualTo(401);
            } else {
                assertThat(result).as("%s %s", method, path).hasStatus(401);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer first-key", "bearer second-key", "BEARER   first-key"})
    void aKnownKeyPasses(String authorization) {
        assertThat(mvc.get().uri("/info").header("Authorization", authorization))
                .hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "first-key",
                "Basic first-key",
                "Bearer first-key2",
                "Bearer FIRST-KEY",
                "Bearer first-key, second-key",
                "Bearer first-key second-key"
            })
    void anythingElseDoesNot(String authorization) {
        assertThat(mvc.get().uri("/info").header("Authorization", authorization))
                .hasStatus(401)
                .bodyText()
                .doesNotContain("first-key");
    }

    @Test
    void aBodyIsNotReadBeforeTheKey() {
        assertThat(mvc.post()
                        .uri("/generate")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("x".repeat(5_000_000)))
                .hasStatus(401);
    }
}
