package io.cistern.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cistern.api.ApiTest;
import io.cistern.api.GenerationRouteTest;
import io.cistern.api.MockedModel;
import io.cistern.generation.GenerationConfig;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.Truncation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class Text2TextControllerTests extends GenerationRouteTest {

    @ParameterizedTest
    @CsvSource({"/translation, translation_text", "/summarization, summary_text"})
    void aTextIsAnsweredWithAListOfOne(String route, String field) {
        assertThat(post(route, "{\"inputs\": \"hi\"}"))
                .hasStatusOk()
                .hasContentType(MediaType.APPLICATION_JSON)
                .hasHeader("x-generated-tokens", "2")
                .bodyJson()
                .isStrictlyEqualTo("[{\"%s\": \"H\"}]".formatted(field));
        assertThat(task())
                .isEqualTo(new GenerationTask(
                        List.of("hi"), GenerationConfig.builder(63).build(), null, false));
    }

    @ParameterizedTest
    @CsvSource({"/translation, translation_text", "/summarization, summary_text"})
    void aListIsAnsweredInItsOrder(String route, String field) {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(2, 1, null)));
        assertThat(post(route, "{\"inputs\": [\"hi\", \"ho\"], \"model\": \"tiny\"}"))
                .bodyJson()
                .isStrictlyEqualTo("[{\"%s\": \"H\"}, {\"%s\": \"H\"}]".formatted(field, field));
        assertThat(task().inputs()).containsExactly("hi", "ho");
    }

    /** As huggingface_hub and @huggingface/inference send them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "{\"src_lang\": null, \"tgt_lang\": null}",
                "{\"clean_up_tokenization_spaces\": false, \"truncation\": \"do_not_truncate\"}",
                "{\"generate_parameters\": {}}",
                "{\"generate_parameters\": {\"details\": false, \"top_n_tokens\": 0, \"num_return_sequences\": 1}}"
            })
    void whatAsksForNothingIsTaken(String parameters) {
        assertThat(post("/translation", "{\"inputs\": \"hi\", \"parameters\": %s}".formatted(parameters)))
                .hasStatusOk();
        assertThat(task().truncation()).isNull();
    }

    @Test
    void generateParametersAreThoseOfGenerate() {
        post("/summarization", generating("\"num_beams\": 4, \"length_penalty\": 2, \"min_new_tokens\": 5"));
        assertThat(task().config())
                .isEqualTo(GenerationConfig.builder(63)
                        .numBeams(4)
                        .lengthPenalty(2)
                        .minNewTokens(5)
                        .build());
    }

    @Test
    void theTimeoutOfARequestReachesTheService() {
        assertThat(mvc.post()
                        .uri("/translation")
                        .header("X-Request-Timeout", "2.5")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"inputs\": \"hi\"}"))
                .hasStatusOk();
        assertThat(task().timeout()).isEqualTo(Duration.ofMillis(2500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"longest_first", "only_first"})
    void truncationKeepsTheFirstTokensAndSaysSo(String truncation) {
        GenerationAnswer plain = MockedModel.answer(1, 1, null);
        given(service.start(any(), any(), any()))
                .willReturn(MockedModel.call(new GenerationAnswer(
                        plain.results(), plain.inputTokens(), List.of(7), null, plain.queued(), plain.inference())));
        assertThat(post("/summarization", with("\"truncation\": \"%s\"".formatted(truncation))))
                .hasStatusOk()
                .hasHeader("x-truncated-tokens", "7");
        assertThat(task().truncation()).isEqualTo(Truncation.toFirst(32));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "src_lang | \"en\" | inputs",
                "tgt_lang | \"de\" | inputs",
                "clean_up_tokenization_spaces | true | must be false",
                "truncation | \"only_second\" | there is no second text",
                "truncation | \"head\" | do_not_truncate",
                "truncation | true | must be a string",
                "generate_parameters | [] | must be an object",
                "max_length | 5 | is not known"
            })
    void whatIsNotThereIsRefused(String parameter, String value, String bound) {
        for (String route : List.of("/translation", "/summarization")) {
            MvcTestResult result = post(route, with("\"%s\": %s".formatted(parameter, value)));
            assertInvalid(result, "parameters." + parameter);
            assertThat(result)
                    .bodyJson()
                    .extractingPath("$.errors[0].bound")
                    .asString()
                    .contains(bound);
        }
        verifyNoInteractions(service);
    }

    @ParameterizedTest
    @CsvSource({
        "details, true",
        "decoder_input_details, true",
        "verify, true",
        "top_n_tokens, 1",
        "num_return_sequences, 2",
        "truncate, 5",
        "max_new_tokens, 0",
        "max_new_tokens, 64",
        "num_beams, 9",
        "max_length, 20"
    })
    void generateParametersAreNamedByTheirPlace(String parameter, String value) {
        MvcTestResult result = post("/translation", generating("\"%s\": %s".formatted(parameter, value)));
        assertInvalid(result, "parameters.generate_parameters." + parameter);
        verifyNoInteractions(service);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 422",
                "{\"inputs\": \"\"} | 422",
                "{\"inputs\": []} | 422",
                "{\"inputs\": \"hi\", \"options\": {}} | 422",
                "{\"inputs\": \"hi\", \"model\": \"ears\"} | 422",
                "{\"inputs\": \"hi\", \"model\": \"gpt-4\"} | 404",
                "{\"inputs\": \"hi\" | 400"
            })
    void badRequestsAreRefused(String body, int status) {
        for (String route : List.of("/translation", "/summarization")) {
            assertThat(post(route, body)).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        }
        verifyNoInteractions(service);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"max_new_tokens\": 5', max_new_tokens, parameters.generate_parameters.max_new_tokens",
        "'\"parameters\": {\"max_new_tokens\": 5}', parameters.max_new_tokens, parameters.generate_parameters.max_new_tokens",
        "'\"truncation\": \"only_first\"', truncation, parameters.truncation"
    })
    void aParameterAtAWrongPlaceIsToldTheRightOne(String fields, String given, String place) {
        assertThat(post("/translation", "{\"inputs\": \"hi\", %s}".formatted(fields)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("%s is not known; did you mean %s?".formatted(given, place));
    }

    private static String with(String parameters) {
        return "{\"inputs\": \"hi\", \"parameters\": {%s}}".formatted(parameters);
    }

    private static String generating(String parameters) {
        return with("\"generate_parameters\": {%s}".formatted(parameters));
    }

    private GenerationTask task() {
        ArgumentCaptor<GenerationTask> task = ArgumentCaptor.forClass(GenerationTask.class);
        verify(service).start(any(), task.capture(), any());
        return task.getValue();
    }

    private static void assertInvalid(MvcTestResult result, String field) {
        assertThat(result).hasStatus(422).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(result).bodyJson().extractingPath("$.errors[0].field").isEqualTo(field);
    }
}
