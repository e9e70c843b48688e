package io.cistern.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.verify;

import io.cistern.api.ApiTest;
import io.cistern.api.GenerationRouteTest;
import io.cistern.api.MockedModel;
import io.cistern.generation.GenerationConfig;
import io.cistern.serving.GenerationAnswer;
import io.cistern.serving.GenerationTask;
import io.cistern.serving.Truncation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@ApiTest
class GenerateControllerTests extends GenerationRouteTest {

    @Test
    void aTextIsAnsweredWithAnObject() {
        assertThat(post("/generate", "{\"inputs\": \"hi\"}"))
                .hasStatusOk()
                .hasContentType(MediaType.APPLICATION_JSON)
                .bodyJson()
                .isStrictlyEqualTo("{\"generated_text\": \"H\"}");
    }

    @Test
    void aListIsAnsweredWithAList() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(2, 1, null)));
        assertThat(post("/generate", "{\"inputs\": [\"hi\", \"ho\"]}"))
                .bodyJson()
                .isStrictlyEqualTo("[{\"generated_text\": \"H\"}, {\"generated_text\": \"H\"}]");
        assertThat(task().inputs()).containsExactly("hi", "ho");
    }

    @Test
    void aListOfOneIsAnsweredWithAList() {
        assertThat(post("/generate", "{\"inputs\": [\"hi\"]}"))
                .bodyJson()
                .isStrictlyEqualTo("[{\"generated_text\": \"H\"}]");
    }

    @Test
    void theRootAlwaysAnswersWithAList() {
        assertThat(post("/", "{\"inputs\": \"hi\"}"))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("[{\"generated_text\": \"H\"}]");
    }

    @Test
    void detailsHaveTheShapeOfTextGenerationInference() {
        assertThat(post("/generate", body("\"details\": true, \"decoder_input_details\": true")))
                .bodyJson()
                .isStrictlyEqualTo("""
                        {"generated_text": "H", "details": {
                           "finish_reason": "eos_token", "generated_tokens": 2, "seed": null,
                           "prefill": [{"id": 0, "text": "<pad>", "logprob": null}],
                           "tokens": [{"id": 75, "text": "H", "logprob": -0.125, "special": false},
                                      {"id": 1, "text": "</s>", "logprob": -0.5, "special": true}],
                           "input_length": 5, "truncated": false, "truncated_tokens": 0}}""");
    }

    @Test
    void alternativesAreAnsweredWithoutAskingForDetailsToo() {
        assertThat(post("/generate", body("\"top_n_tokens\": 2")))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.details.tokens")
                .isNotNull();
        assertThat(post("/generate", body("\"top_n_tokens\": 0"))).bodyJson().doesNotHavePath("$.details");
    }

    @Test
    void severalBeamsAreAllReturned() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 2, null)));
        MvcTestResult result =
                post("/generate", body("\"num_beams\": 4, \"num_return_sequences\": 2, \"details\": true"));
        assertThat(result)
                .bodyJson()
                .extractingPath("$.sequences")
                .convertTo(ScoredSequence[].class)
                .isEqualTo(new ScoredSequence[] {
                    new ScoredSequence("H", -0.25f, "eos_token", 2), new ScoredSequence("H", -1.25f, "eos_token", 2)
                });
        assertThat(result)
                .bodyJson()
                .extractingPath("$.details.best_of_sequences")
                .asArray()
                .hasSize(1);
    }

    @Test
    void candidatesAfterTheBestAreInTheDetails() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 3, 42L)));
        MvcTestResult result =
                post("/generate", body("\"best_of\": 3, \"do_sample\": true, \"seed\": 42, \"details\": true"));
        assertThat(result).bodyJson().doesNotHavePath("$.sequences");
        assertThat(result).bodyJson().extractingPath("$.details.seed").isEqualTo(42);
        assertThat(result)
                .bodyJson()
                .extractingPath("$.details.best_of_sequences[0]")
                .asMap()
                .containsOnlyKeys("generated_text", "finish_reason", "generated_tokens", "seed", "prefill", "tokens");
        assertThat(config().candidates()).isEqualTo(3);
        assertThat(config().seed()).isEqualTo(42);
    }

    /** Text Generation Inference's seeds are unsigned. */
    @Test
    void theLargestSeedComesBackAsItWasSent() {
        given(service.start(any(), any(), any())).willReturn(MockedModel.call(MockedModel.answer(1, 2, -1L)));
        MvcTestResult result = post(
                "/generate",
                body("\"do_sample\": true, \"details\": true, \"best_of\": 2, \"seed\": 18446744073709551615"));
        assertThat(config().seed()).isEqualTo(-1);
        assertThat(result)
                .bodyText()
                .containsSubsequence("\"seed\":18446744073709551615", "\"seed\":18446744073709551615");
    }

    @Test
    void verificationAndTruncationAreReported() {
        GenerationAnswer plain = MockedModel.answer(1, 1, null);
        given(service.start(any(), any(), any()))
                .willReturn(MockedModel.call(new GenerationAnswer(
                        plain.results(),
                        plain.inputTokens(),
                        List.of(7),
                        new GenerationAnswer.Verification(true, 0.5f),
                        plain.queued(),
                        plain.inference())));
        MvcTestResult result = post("/generate", body("\"verify\": true, \"truncate\": 5"));
        assertThat(result).hasHeader("x-truncated-tokens", "7").bodyJson().isLenientlyEqualTo("""
                        {"details": {"truncated": true, "truncated_tokens": 7,
                                     "verification": {"identical": true, "largest_logit_difference": 0.5}}}""");
        assertThat(task().verify()).isTrue();
        assertThat(task().truncation()).isEqualTo(Truncation.toLast(5));
    }

    @Test
    void theFullTextBeginsWithTheInput() {
        assertThat(post("/generate", body("\"return_full_text\": true")))
                .bodyJson()
                .isStrictlyEqualTo("{\"generated_text\": \"hiH\"}");
    }

    @Test
    void headersTellWhatItCost() {
        assertThat(post("/generate", "{\"inputs\": \"hi\"}"))
                .hasHeader("x-compute-type", "cpu")
                .hasHeader("x-compute-characters", "2")
                .hasHeader("x-queue-time", "3")
                .hasHeader("x-inference-time", "40")
                .hasHeader("x-time-per-token", "20")
                .hasHeader("x-prompt-tokens", "5")
                .hasHeader("x-generated-tokens", "2")
                .headers()
                .containsHeaders("x-total-time", "x-compute-time", "x-validation-time");
    }

    @Test
    void withoutParametersTheSearchIsGreedyAndUsesTheWholeCapacity() {
        post("/generate", "{\"inputs\": \"hi\"}");
        assertThat(task())
                .isEqualTo(new GenerationTask(
                        List.of("hi"), GenerationConfig.builder(63).build(), null, false));
    }

    @Test
    void everyParameterArrivesAtTheService() {
        post("/generate", body("""
                        "max_new_tokens": 20, "min_new_tokens": 2, "num_beams": 4, "num_return_sequences": 2,
                        "length_penalty": 0.5, "early_stopping": "never", "repetition_penalty": 1.5,
                        "frequency_penalty": 0.25, "no_repeat_ngram_size": 3, "forced_bos_token_id": 7,
                        "suppress_tokens": [5, 6], "bad_words_ids": [[8, 9], [10]], "stop": ["a", "b"],
                        "top_n_tokens": 2"""));
        assertThat(config())
                .isEqualTo(GenerationConfig.builder(20)
                        .minNewTokens(2)
                        .numBeams(4)
                        .numReturnSequences(2)
                        .lengthPenalty(0.5f)
                        .earlyStopping(GenerationConfig.EarlyStopping.NEVER)
                        .repetitionPenalty(1.5f)
                        .frequencyPenalty(0.25f)
                        .noRepeatNgramSize(3)
                        .forcedBosTokenId(7)
                        .suppressTokens(List.of(5, 6))
                        .badWordsIds(List.of(List.of(8, 9), List.of(10)))
                        .stopSequences(List.of("a", "b"))
                        .topTokens(2)
                        .build());
    }

    @Test
    void everySamplingParameterArrivesAtTheService() {
        post(
                "/generate",
                body("\"temperature\": 0.5, \"top_k\": 7, \"top_p\": 0.75, \"typical_p\": 0.25, \"seed\": 9"));
        assertThat(config())
                .isEqualTo(GenerationConfig.builder(63)
                        .doSample(true)
                        .temperature(0.5f)
                        .topK(7)
                        .topP(0.75f)
                        .typicalP(0.25f)
                        .seed(9)
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"do_sample\": true",
                "\"temperature\": 1",
                "\"top_k\": 1",
                "\"top_p\": 0.5",
                "\"typical_p\": 0.5"
            })
    void anyParameterOfSamplingSwitchesItOn(String parameter) {
        post("/generate", body(parameter));
        assertThat(config().doSample()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true,WHEN_ENOUGH_CANDIDATES", "false,HEURISTIC", "'\"never\"',NEVER"})
    void earlyStoppingHasThreeValues(String json, GenerationConfig.EarlyStopping expected) {
        post("/generate", body("\"num_beams\": 2, \"early_stopping\": " + json));
        assertThat(config().earlyStopping()).isEqualTo(expected);
    }

    @Test
    void nullIsTheSameAsAbsent() {
        String nulls = """
                "best_of": null, "decoder_input_details": null, "details": null, "do_sample": null,
                "frequency_penalty": null, "grammar": null, "max_new_tokens": null, "repetition_penalty": null,
                "return_full_text": null, "seed": null, "stop": null, "temperature": null, "top_k": null,
                "top_n_tokens": null, "top_p": null, "truncate": null, "typical_p": null, "watermark": null,
                "adapter_id": null, "only_elsewhere": null""";
        assertThat(post("/generate", body(nulls))).hasStatusOk();
        assertThat(config()).isEqualTo(GenerationConfig.builder(63).build());
        assertThat(post("/generate", "{\"inputs\": \"hi\", \"parameters\": null, \"model\": null, \"stream\": null}"))
                .hasStatusOk();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\uD800", "😀", " ", "</s><pad>"})
    void anyTextIsText(String text) {
        assertThat(post("/generate", "{\"inputs\": \"%s\"}".formatted(text))).hasStatusOk();
    }

    private GenerationConfig config() {
        return task().config();
    }

    private GenerationTask task() {
        ArgumentCaptor<GenerationTask> task = ArgumentCaptor.forClass(GenerationTask.class);
        verify(service).start(any(), task.capture(), any());
        return task.getValue();
    }

    private static String body(String parameters) {
        return "{\"inputs\": \"hi\", \"parameters\": {%s}}".formatted(parameters);
    }
}
