package io.cistern.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verifyNoInteractions;

import io.cistern.api.ApiTest;
import io.cistern.api.GenerationRouteTest;
import io.cistern.api.MockedModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class GenerateValidationTests extends GenerationRouteTest {

    @BeforeEach
    void answerWithEightOutputs() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 8, null)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max_new_tokens | 0 | 1",
                "max_new_tokens | -1 | 63",
                "max_new_tokens | 64 | 63",
                "min_new_tokens | -1 | 0",
                "min_new_tokens | 64 | 63",
                "temperature | 0 | 0.01",
                "temperature | -1 | 1",
                "temperature | 101 | 100",
                "temperature | 1e999 | 2",
                "top_k | 0 | 1",
                "top_k | 1000001 | 1000000",
                "top_p | 0 | 0.01",
                "top_p | 1 | 0.99",
                "top_p | 1.5 | 0.5",
                "typical_p | 0 | 0.01",
                "typical_p | 1 | 0.99",
                "seed | -1 | 0",
                "seed | 18446744073709551616 | 18446744073709551615",
                "num_beams | 0 | 1",
                "num_beams | 9 | 8",
                "num_beams | 65 | 4",
                "num_return_sequences | 0 | 1",
                "num_return_sequences | 2 | 1",
                "length_penalty | -10.5 | -10",
                "length_penalty | 10.5 | 10",
                "repetition_penalty | 0 | 0.5",
                "repetition_penalty | 1001 | 1000",
                "frequency_penalty | -2.1 | -2",
                "frequency_penalty | 2.1 | 2",
                "no_repeat_ngram_size | -1 | 0",
                "no_repeat_ngram_size | 1001 | 1000",
                "forced_bos_token_id | -1 | 0",
                "forced_bos_token_id | 384 | 383",
                "suppress_tokens | [384] | [383]",
                "suppress_tokens | [-1] | []",
                "bad_words_ids | [[384]] | [[383]]",
                "bad_words_ids | [[]] | []",
                "stop | [\"\"] | [\"a\"]",
                "stop | [\"a\",\"b\",\"c\",\"d\",\"e\"] | [\"a\",\"b\",\"c\",\"d\"]",
                "truncate | 0 | 1",
                "truncate | 33 | 32",
                "top_n_tokens | -1 | 0",
                "top_n_tokens | 6 | 5",
                "best_of | 0 | 1",
                "best_of | 2 | 1",
                "watermark | true | false",
                "grammar | {\"type\":\"regex\"} | null",
                "adapter_id | \"a\" | null",
            })
    void boundsAreEnforced(String parameter, String outside, String inside) {
        assertInvalid(body("\"%s\": %s".formatted(parameter, outside)), "parameters." + parameter);
        verifyNoInteractions(service);
        assertThat(post(body("\"%s\": %s".formatted(parameter, inside)))).hasStatusOk();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max_new_tokens | 1.5 | must be a 32-bit integer",
                "max_new_tokens | \"7\" | must be a 32-bit integer",
                "max_new_tokens | 1e99 | must be a 32-bit integer",
                "max_new_tokens | true | must be a 32-bit integer",
                "max_new_tokens | 99999999999 | must be a 32-bit integer",
                "max_new_tokens | [] | must be a 32-bit integer",
                "max_new_tokens | \"\" | must be a 32-bit integer",
                "temperature | \"0.5\" | must be a number",
                "temperature | \"NaN\" | must be a number",
                "temperature | true | must be a number",
                "temperature | {} | must be a number",
                "do_sample | 1 | must be true or false",
                "do_sample | \"true\" | must be true or false",
                "seed | 1.0 | must be an integer from 0 to 18446744073709551615",
                "seed | \"1\" | must be an integer from 0 to 18446744073709551615",
                "stop | \"a\" | must be an array",
                "suppress_tokens | {} | must be an array",
                "early_stopping | 1 | must be true, false or \"never\"",
                "early_stopping | \"always\" | must be true, false or \"never\"",
            })
    void noTypeIsTurnedIntoAnother(String parameter, String value, String bound) {
        MvcTestResult result = post(body("\"%s\": %s".formatted(parameter, value)));
        assertInvalid(result, "parameters." + parameter);
        assertThat(result).bodyJson().extractingPath("$.errors[0].bound").isEqualTo(bound);
        verifyNoInteractions(service);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "[true]", "[[\"a\"]]"})
    void elementsKeepTheirTypesToo(String stop) {
        assertThat(post(body("\"stop\": " + stop)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("parameters.stop[0]");
        assertThat(post(body("\"stop\": [null]"))).hasStatus(422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"inputs\": null}",
                "{\"inputs\": \"\"}",
                "{\"inputs\": []}",
                "{\"inputs\": 5}",
                "{\"inputs\": {}}"
            })
    void inputsAreRequired(String body) {
        assertInvalid(body, "inputs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"a\", \"\"]", "[\"a\", null]", "[\"a\", 5]", "[\"a\", [\"b\"]]"})
    void everyInputIsAText(String inputs) {
        assertThat(post("{\"inputs\": %s}".formatted(inputs)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .asString()
                .startsWith("inputs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"num_beams\": 2, \"do_sample\": true | num_beams",
                "\"num_beams\": 2, \"temperature\": 0.5 | num_beams",
                "\"num_beams\": 2, \"top_k\": 5 | num_beams",
                "\"num_beams\": 2, \"top_p\": 0.5 | num_beams",
                "\"num_beams\": 2, \"num_return_sequences\": 3 | num_return_sequences",
                "\"best_of\": 2, \"num_return_sequences\": 3, \"do_sample\": true | num_return_sequences",
                "\"best_of\": 9, \"do_sample\": true | best_of",
                "\"num_return_sequences\": 9, \"do_sample\": true | num_return_sequences",
                "\"max_new_tokens\": 5, \"min_new_tokens\": 6 | min_new_tokens",
            })
    void whatDoesNotGoTogetherIsRefused(String parameters, String field) {
        assertInvalid(body(parameters), "parameters." + field);
    }

    @Test
    void rowsOfAllInputsFitInTheCapacity() {
        assertThat(post("{\"inputs\": [\"a\", \"b\", \"c\"], \"parameters\": {\"num_beams\": 3}}"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo(
                        "parameters.num_beams is 3 and takes 9 rows with 3 inputs; the capacity is 8 rows (cistern.capacity.max-batch-size)");
        assertThat(post("{\"inputs\": [\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\"]}"))
                .hasStatus(422);
    }

    @Test
    void tooManyNewTokensTellTheCapacityAndItsSetting() {
        assertThat(post(body("\"max_new_tokens\": 64"))).bodyJson().isLenientlyEqualTo("""
                        {"type": "urn:cistern:problem:validation", "title": "Validation", "status": 422,
                         "instance": "/generate", "error_type": "validation",
                         "errors": [{"field": "parameters.max_new_tokens", "value": 64,
                           "bound": "must be at most 63: the capacity is 64, less 1 decoder start token (cistern.models[1].capacity.max-cache-length)"}]}""");
    }

    @Test
    void misspeltParametersAreRefusedWithTheNearestName() {
        assertThat(post(body("\"max_new_token\": 5")))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("parameters.max_new_token is not known; did you mean max_new_tokens?");
        assertThat(post("{\"input\": \"hi\"}"))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("input is not known; did you mean inputs?");
    }

    @ParameterizedTest
    @CsvSource({
        "max_new_tokens, parameters.max_new_tokens",
        "max_new_token, parameters.max_new_tokens",
        "temprature, parameters.temperature"
    })
    void aParameterBesideTheInputsIsToldItsPlace(String field, String place) {
        assertThat(post("{\"inputs\": \"hi\", \"%s\": 5}".formatted(field)))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("%s is not known; did you mean %s?".formatted(field, place));
    }

    @Test
    void aFieldAmongTheParametersIsToldItsPlace() {
        assertThat(post(body("\"stream\": true")))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.error")
                .isEqualTo("parameters.stream is not known; did you mean stream?");
    }

    @Test
    void allViolationsAreListed() {
        assertThat(post(body("\"top_p\": 2, \"top_k\": 0")))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.errors")
                .asArray()
                .hasSize(2);
    }

    @Test
    void longValuesAreShortened() {
        assertThat(post(body("\"max_new_tokens\": \"%s\"".formatted("7".repeat(1000)))))
                .hasStatus(422)
                .bodyJson()
                .extractingPath("$.errors[0].value")
                .asString()
                .hasSize(81);
    }

    private void assertInvalid(String body, String field) {
        assertInvalid(post(body), field);
    }

    private static void assertInvalid(MvcTestResult result, String field) {
        assertThat(result)
                .hasStatus(422)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .asString()
                .startsWith(field);
        assertThat(result).bodyJson().extractingPath("$.error_type").isEqualTo("validation");
        assertThat(result).bodyText().doesNotContain("java.", "tools.jackson");
    }

    private MvcTestResult post(String body) {
        return post("/generate", body);
    }

    private static String body(String parameters) {
        return "{\"inputs\": \"hi\", \"parameters\": {%s}}".formatted(parameters);
    }
}
