package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class HeaderFilterTests {

    @Autowired
    private MockMvcTester mvc;

    @ParameterizedTest
    @ValueSource(strings = {"/info", "/nowhere", "/v1/models/gpt", "/v2"})
    void answersAreNotKeptGuessedOrFramed(String path) {
        assertThat(mvc.get().uri(path))
                .hasHeader("Cache-Control", "no-store")
                .hasHeader("X-Content-Type-Options", "nosniff")
                .hasHeader("X-Frame-Options", "DENY")
                .hasHeader("Referrer-Policy", "no-referrer");
    }

    @Test
    void otherOriginsGetNoLeave() {
        assertThat(mvc.get().uri("/info").header("Origin", "https://elsewhere.example"))
                .doesNotContainHeader("Access-Control-Allow-Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc-1.2_3:4/5+6=7@8", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})
    void aRequestKeepsItsId(String id) {
        assertThat(get(id)).hasHeader("X-Request-Id", id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "line\nbreak", "<script>", "ümlaut"})
    void anIdThatCouldForgeALogIsReplaced(String id) {
        assertThat(get(id).getResponse().getHeader("X-Request-Id")).matches("[0-9a-f-]{36}");
        assertThat(get("x".repeat(129)).getResponse().getHeader("X-Request-Id")).hasSize(36);
    }

    @Test
    void requestsWithoutAnIdGetDifferentOnes() {
        assertThat(mvc.get().uri("/info").exchange().getResponse().getHeader("X-Request-Id"))
                .isNotEqualTo(mvc.get().uri("/info").exchange().getResponse().getHeader("X-Request-Id"));
    }

    private MvcTestResult get(String id) {
        return mvc.get().uri("/info").header("X-Request-Id", id).exchange();
    }
}
