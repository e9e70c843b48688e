package io.cistern.api;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.reset;

import io.cistern.serving.GenerationService;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A route that answers with what the generation service gives: one output for one input, if a test asks for no other. */
public abstract class GenerationRouteTest {

    @Autowired
    protected MockMvcTester mvc;

    @Autowired
    protected GenerationService service;

    @BeforeEach
    void answerWithOneOutput() {
        reset(service);
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 1, null)));
    }

    protected MvcTestResult post(String uri, String body) {
        return mvc.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}
