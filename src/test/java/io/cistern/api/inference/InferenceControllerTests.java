package io.cistern.api.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cistern.api.ApiTest;
import io.cistern.api.GenerationRouteTest;
import io.cistern.api.MockedModel;
import io.cistern.serving.GenerationTask;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class InferenceControllerTests extends GenerationRouteTest {

    @ParameterizedTest
    @ValueSource(strings = {"/v2/models/tiny/generate", "/v2/models/tiny/versions/1/generate"})
    void aTextIsAnsweredWithAText(String path) {
        assertThat(post(path, "{\"id\": \"7\", \"text_input\": \"hi\", \"parameters\": {\"max_tokens\": 9}}"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                        {"id": "7", "model_name": "tiny", "model_version": "1", "text_output": "H"}""");
        ArgumentCaptor<GenerationTask> task = ArgumentCaptor.forClass(GenerationTask.class);
        verify(service).start(any(), task.capture(), any());
        assertThat(task.getValue().inputs()).containsExactly("hi");
        assertThat(task.getValue().config().maxNewTokens()).isEqualTo(9);
    }

    @Test
    void nothingThatWasAskedForIsLeftOut() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 2, null)));
        MvcTestResult result = post(
                "/v2/models/tiny/generate",
                "{\"text_input\": \"hi\", \"parameters\": {\"num_beams\": 2, \"num_return_sequences\": 2, \"details\": true}}");
        assertThat(result).bodyJson().extractingPath("$.sequences").asArray().hasSize(2);
        assertThat(result).bodyJson().extractingPath("$.details.finish_reason").isEqualTo("eos_token");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 422",
                "{\"text_input\": \"\"} | 422",
                "{\"text_input\": 5} | 422",
                "{\"text_input\": [\"hi\"]} | 422",
                "{\"text_input\": \"hi\", \"stream\": true} | 422",
                "{\"text_input\": \"hi\", \"parameters\": {\"max_tokens\": 0}} | 422",
                "{\"text_input\": \"hi\", \"parameters\": {\"max_tokens\": \"7\"}} | 422",
                "{\"text_input\": \"hi\", \"parameters\": {\"max_tokens\": 7, \"max_new_tokens\": 8}} | 422",
                "{\"text_input\": \"hi\", \"parameters\": {\"temprature\": 1}} | 422",
                "{\"text_input\": \"hi\", \"parameters\": []} | 422",
                "{\"text_input\": | 400"
            })
    void mistakesAreTold(String body, int status) {
        MvcTestResult result = post("/v2/models/tiny/generate", body);
        assertThat(result)
                .hasStatus(status)
                .bodyJson()
                .extractingPath("$.error")
                .asString()
                .isNotBlank();
        assertThat(result).bodyJson().extractingPath("$.length()").isEqualTo(1);
        verifyNoInteractions(service);
    }

    @Test
    void whatTruncateCutIsTold() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.truncated(7)));
        assertThat(post("/v2/models/tiny/generate", "{\"text_input\": \"hi\", \"parameters\": {\"truncate\": 5}}"))
                .hasStatusOk()
                .hasHeader("x-truncated-tokens", "7");
    }

    @Test
    void theLimitHasTwoNamesOfWhichNullIsNone() {
        for (String parameters :
                List.of("\"max_tokens\": null, \"max_new_tokens\": 9", "\"max_tokens\": 9, \"max_new_tokens\": null")) {
            assertThat(post(
                            "/v2/models/tiny/generate",
                            "{\"text_input\": \"hi\", \"parameters\": {%s}}".formatted(parameters)))
                    .hasStatusOk();
        }
        ArgumentCaptor<GenerationTask> task = ArgumentCaptor.forClass(GenerationTask.class);
        verify(service, times(2)).start(any(), task.capture(), any());
        assertThat(task.getAllValues()).allMatch(each -> each.config().maxNewTokens() == 9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"max_tokens\": 0 | parameters.max_tokens is 0 and must be greater than or equal to 1",
                "\"max_tokens\": 64 | parameters.max_tokens is 64 and must be at most 63: the capacity is 64",
                "\"max_tokens\": \"7\" | parameters.max_tokens is \"7\" and must be a 32-bit integer",
                "\"max_tokens\": 9, \"min_new_tokens\": 10 | parameters.min_new_tokens is 10 and must be at most max_tokens, 9",
                "\"max_tokens\": 7, \"max_new_tokens\": 7 | parameters.max_tokens is 7 and must be null with max_new_tokens"
            })
    void aBadLimitIsToldByTheNameThatWasSent(String parameters, String error) {
        assertThat(post(
                        "/v2/models/tiny/generate",
                        "{\"text_input\": \"hi\", \"parameters\": {%s}}".formatted(parameters)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .asString()
                .startsWith(error);
        verifyNoInteractions(service);
    }

    @ParameterizedTest
    @ValueSource(strings = {"return_full_text", "details", "verify", "top_n_tokens"})
    void whatTheEventsOfAStreamDoNotShowIsRefused(String parameter) {
        String value = parameter.equals("top_n_tokens") ? "2" : "true";
        assertThat(post(
                        "/v2/models/tiny/generate_stream",
                        "{\"text_input\": \"hi\", \"parameters\": {\"%s\": %s}}".formatted(parameter, value)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .asString()
                .contains("parameters.%s is %s and cannot be had in a stream".formatted(parameter, value));
        verifyNoInteractions(service);
    }

    @Test
    void otherModelsAreRefused() {
        String body = "{\"text_input\": \"hi\"}";
        assertThat(post("/v2/models/gpt/generate", body)).hasStatus(404);
        assertThat(post("/v2/models/tiny/versions/2/generate", body)).hasStatus(404);
        assertThat(post("/v2/models/ears/generate", body)).hasStatus(422);
        assertThat(mvc.get().uri("/v2/models/tiny/generate")).hasStatus(405).hasHeader("Allow", "POST");
        verifyNoInteractions(service);
    }

    @Test
    void aParameterBesideTheTextIsToldItsPlace() {
        assertThat(post("/v2/models/tiny/generate", "{\"text_input\": \"hi\", \"temperature\": 0.5}"))
                .hasStatus(422)
                .bodyJson()
                .isStrictlyEqualTo("{\"error\": \"temperature is not known; did you mean parameters.temperature?\"}");
        assertThat(post(
                        "/v2/models/tiny/generate",
                        "{\"text_input\": \"hi\", \"parameters\": {\"text_input\": \"hi\"}}"))
                .hasStatus(422)
                .bodyJson()
                .isStrictlyEqualTo("{\"error\": \"parameters.text_input is not known; did you mean text_input?\"}");
    }
}
