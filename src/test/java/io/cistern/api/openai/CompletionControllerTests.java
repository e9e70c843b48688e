package io.cistern.api.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cistern.api.ApiTest;
import io.cistern.api.GenerationRouteTest;
import io.cistern.api.MockedModel;
import io.cistern.generation.GenerationConfig;
import io.cistern.serving.GenerationTask;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.ArgumentCaptor;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class CompletionControllerTests extends GenerationRouteTest {

    @Test
    void aPromptIsCompleted() {
        MvcTestResult result = post("{\"model\": \"tiny\", \"prompt\": \"hi\"}");
        assertThat(result).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                        {"object": "text_completion", "model": "tiny",
                         "choices": [{"text": "H", "index": 0, "logprobs": null, "finish_reason": "stop"}],
                         "usage": {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}}""");
        assertThat(result).bodyJson().extractingPath("$.id").asString().startsWith("cmpl-");
        assertThat(result).bodyJson().extractingPath("$.created").isInstanceOf(Integer.class);
        assertThat(task())
                .isEqualTo(new GenerationTask(
                        List.of("hi"), GenerationConfig.builder(63).build(), null, false));
    }

    @Test
    void choicesOfAllPromptsAreNumberedThrough() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(2, 2, 1L)));
        MvcTestResult result = post("{\"prompt\": [\"hi\", \"ho\"], \"n\": 2, \"temperature\": 1}");
        assertThat(result)
                .bodyJson()
                .extractingPath("$.choices[*].index")
                .asArray()
                .containsExactly(0, 1, 2, 3);
        assertThat(result)
                .bodyJson()
                .extractingPath("$.usage.completion_tokens")
                .isEqualTo(8);
    }

    @Test
    void onlyTheBestChoicesAreReturned() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 4, 1L)));
        assertThat(post("{\"prompt\": \"hi\", \"n\": 2, \"best_of\": 4, \"seed\": 1}"))
                .bodyJson()
                .extractingPath("$.choices")
                .asArray()
                .hasSize(2);
        assertThat(task().config().candidates()).isEqualTo(4);
    }

    @Test
    void logprobsHaveTheShapeOfOpenAi() {
        assertThat(post("{\"prompt\": \"hi\", \"logprobs\": 0}")).bodyJson().isLenientlyEqualTo("""
                        {"choices": [{"logprobs": {"tokens": ["H", "</s>"], "token_logprobs": [-0.125, -0.5],
                                                   "top_logprobs": null, "text_offset": [0, 1]}}]}""");
    }

    @Test
    void echoPutsThePromptFirst() {
        assertThat(post("{\"prompt\": \"hi\", \"echo\": true}"))
                .bodyJson()
                .extractingPath("$.choices[0].text")
                .isEqualTo("hiH");
    }

    @Test
    void everyParameterArrivesAtTheService() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 3, 9L)));
        post("""
                {"prompt": "hi", "max_tokens": 20, "temperature": 0.5, "top_p": 0.75, "n": 2, "best_of": 3, "seed": 9,
                 "stop": "a", "logprobs": 2, "presence_penalty": 0.25, "frequency_penalty": 0.5, "logit_bias": {},
                 "suffix": "", "stream": false, "user": "someone"}""");
        assertThat(task().config())
                .isEqualTo(GenerationConfig.builder(20)
                        .doSample(true)
                        .temperature(0.5f)
                        .topP(0.75f)
                        .candidates(3)
                        .numReturnSequences(3)
                        .seed(9)
                        .stopSequences(List.of("a"))
                        .topTokens(2)
                        .presencePenalty(0.25f)
                        .frequencyPenalty(0.5f)
                        .build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | false", "{\"temperature\": 0} | false", "{\"temperature\": 0, \"top_p\": 0.5} | false",
                "{\"temperature\": 0.1} | true", "{\"top_p\": 0.5} | true", "{\"top_p\": 1} | false"
            })
    void onlyATemperatureOrWhatNeedsOneDraws(String parameters, boolean expected) {
        post("{\"prompt\": \"hi\"" + parameters.replaceFirst("\\{", parameters.equals("{}") ? "" : ", "));
        assertThat(task().config().doSample()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prompt | \"\"",
                "prompt | []",
                "prompt | null",
                "prompt | [1, 2]",
                "prompt | [[1], [2]]",
                "prompt | 5",
                "max_tokens | 0",
                "max_tokens | 64",
                "max_tokens | \"7\"",
                "max_tokens | 1.5",
                "temperature | -0.1",
                "temperature | 2.1",
                "top_p | 0",
                "top_p | 1.1",
                "n | 0",
                "n | 9",
                "best_of | 0",
                "best_of | 9",
                "seed | -1",
                "logprobs | -1",
                "logprobs | 6",
                "stop | [\"a\",\"b\",\"c\",\"d\",\"e\"]",
                "stop | \"\"",
                "stop | 5",
                "presence_penalty | 2.1",
                "frequency_penalty | -2.1",
                "suffix | \"end\"",
                "logit_bias | {\"5\": 1}",
                "stream_options | {\"include_usage\": true}",
                "echo | 1",
                "max_token | 5",
            })
    void boundsAreEnforced(String field, String value) {
        String prompt = field.equals("prompt") ? "" : "\"prompt\": \"hi\", ";
        MvcTestResult result = post("{%s\"%s\": %s}".formatted(prompt, field, value));
        assertThat(result)
                .hasStatus(400)
                .hasContentType(MediaType.APPLICATION_JSON)
                .bodyJson()
                .extractingPath("$.error.param")
                .asString()
                .startsWith(field);
        assertThat(result).bodyJson().extractingPath("$.error.type").isEqualTo("invalid_request_error");
        verifyNoInteractions(service);
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThat(post("{\"prompt\": \"hi\", \"n\": 2, \"temperature\": 0}")).hasStatus(400);
        assertThat(post("{\"prompt\": \"hi\", \"n\": 3, \"best_of\": 2}")).hasStatus(400);
        assertThat(post("{\"prompt\": \"hi\", \"echo\": true, \"logprobs\": 1}"))
                .hasStatus(400);
    }

    @Test
    void modelsAreListed() {
        MvcTestResult result = mvc.get().uri("/v1/models").exchange();
        assertThat(result).hasStatusOk().bodyJson().isLenientlyEqualTo("""
                        {"object": "list", "data": [{"id": "tiny", "object": "model", "owned_by": "cistern"},
                                                    {"id": "ears", "object": "model", "owned_by": "cistern"}]}""");
        assertThat(mvc.get().uri("/v1/models/tiny"))
                .hasStatusOk()
                .bodyJson()
                .isLenientlyEqualTo("{\"id\": \"tiny\", \"object\": \"model\", \"owned_by\": \"cistern\"}");
    }

    @Test
    void parametersInAnObjectAreToldTheirPlace() {
        assertThat(post("{\"prompt\": \"hi\", \"parameters\": {\"max_tokens\": 5}}"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.error.message")
                .asString()
                .startsWith("parameters is not known: parameters stand beside the other fields here; known are model,");
        assertThat(post("{\"prompt\": \"hi\", \"max_new_tokens\": 5}"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.error.message")
                .isEqualTo("max_new_tokens is not known; did you mean max_tokens?");
        assertThat(post("{\"prompt\": \"hi\", \"include_usage\": true}"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.error.message")
                .isEqualTo("include_usage is not known; did you mean stream_options.include_usage?");
    }

    private MvcTestResult post(String body) {
        return post("/v1/completions", body);
    }

    private GenerationTask task() {
        ArgumentCaptor<GenerationTask> task = ArgumentCaptor.forClass(GenerationTask.class);
        verify(service).start(any(), task.capture(), any());
        return task.getValue();
    }
}
