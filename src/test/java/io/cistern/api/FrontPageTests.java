package io.cistern.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@ApiTest
class FrontPageTests {

    @Autowired
    private MockMvcTester mvc;

    @Test
    void aBrowserIsLedToThePage() {
        assertThat(mvc.get().uri("/").header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"))
                .hasStatus(302)
                .hasHeader("Location", "/swagger-ui.html");
    }

    @Test
    void thePageIsBelowTheContextOfTheService() {
        assertThat(mvc.get().uri("/speech/").contextPath("/speech").header("Accept", "text/html"))
                .hasStatus(302)
                .hasHeader("Location", "/speech/swagger-ui.html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "", "nonsense;;"})
    void othersAreToldToPost(String accept) {
        assertThat(mvc.get().uri("/").header("Accept", accept)).hasStatus(405).hasHeader("Allow", "POST");
    }
}
